// The name of a tool and names or beginnings that somebody gave -> whether it is meant.

/** Tools that clients bring along: whoever names one has not misspelled it, also where its calls were taken out before. */
const ofClients: ReadonlySet<string> = new Set([
  "Agent",
  "Bash",
  "BashOutput",
  "Edit",
  "Glob",
  "Grep",
  "KillShell",
  "LS",
  "MultiEdit",
  "NotebookEdit",
  "NotebookRead",
  "Read",
  "Skill",
  "Task",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
  "Write",
]);

export const isOfClient = (name: string): boolean => ofClients.has(name);

export function isNamed(name: string, given: readonly string[]): boolean {
  return given.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}
