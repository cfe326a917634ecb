// A tool and what its call was about -> whether that is a file or a command.

export type TargetKind = "file" | "command" | "none";

const shells: ReadonlySet<string> = new Set(["Bash", "PowerShell", "Shell"]);
const pathStart = /^(?:[/~\\]|\.{1,2}[/\\]|[a-zA-Z]:[/\\])/;

/** Tools of others may call a command by the same name as ours: what has blanks and does not begin like a path is one. */
export function targetKind(tool: string, target: string): TargetKind {
  if (target === "") return "none";
  if (shells.has(tool)) return "command";
  return pathStart.test(target) || !/\s/.test(target) ? "file" : "command";
}
