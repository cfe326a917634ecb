// Two client versions -> which one is older; a version that cannot be read is older than all.

export function isBefore(version: string, other: string): boolean {
  const a = numbersOf(version);
  const b = numbersOf(other);
  for (const [at, number] of b.entries()) {
    const own = a[at] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}

const numbersOf = (version: string): readonly number[] =>
  version.split(".").map((part) => Number.parseInt(part, 10) || 0);
