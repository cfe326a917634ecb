// The name of a tool and names or beginnings that somebody gave -> whether it is meant.

export function isNamed(name: string, given: readonly string[]): boolean {
  return given.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}
