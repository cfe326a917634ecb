// The parts of a shell command that succeeded as a whole -> how sure it is of each that it ran and succeeded.
import { resolvePath } from "./file-path.ts";
import type { ParsedShell, SimpleCommand } from "./shell-words.ts";

/** done: it ran and succeeded; ran: it ran; perhaps: nobody knows. */
export type Sureness = "done" | "ran" | "perhaps";

export function surenessOf({ commands, rest }: ParsedShell, folder: string | undefined): readonly Sureness[] {
  const known: Sureness[] = commands.map(() => "perhaps");
  const firstOdd = commands.findIndex(({ isOdd }) => isOdd);
  const plainEnd = firstOdd === -1 ? commands.length : firstOdd;
  const isWhole = rest === "" && firstOdd === -1;
  for (let start = 0; start < plainEnd;) {
    let end = start + 1;
    while (end < plainEnd && commands[end]?.after !== ";") end += 1;
    const isEnd = isWhole && end === commands.length;
    // What is cut off in the middle is not known to its end.
    judge({ commands, known, folder }, start, { end, isEnd });
    const ending = commands.slice(start, end).findIndex(endsShell);
    if (ending !== -1) {
      known.fill("perhaps", start + ending + 1);
      return known;
    }
    start = end;
  }
  return known;
}

type Judged = {
  readonly commands: readonly SimpleCommand[];
  readonly known: Sureness[];
  readonly folder: string | undefined;
};

function judge(
  { commands, known, folder }: Judged,
  start: number,
  { end, isEnd }: { readonly end: number; readonly isEnd: boolean },
): void {
  const ors = commands.slice(start, end).filter(({ after }) => after === "||").length;
  const last = commands[end - 1];
  // `… || exit 1`: as the whole succeeded, so did what stands in front.
  const isGuarded = ors === 1 && last?.after === "||" && isFailingExit(last);
  if ((isEnd && ors === 0) || isGuarded) {
    const stop = isGuarded ? end - 1 : end;
    for (let at = start; at < stop; at++) known[at] = at + 1 < stop && commands[at + 1]?.after === "|" ? "ran" : "done";
    return;
  }
  let reach: Sureness = "ran";
  for (let at = start; at < end; at++) {
    const command = commands[at];
    if (command === undefined) return;
    const before = commands[at - 1];
    const isNext = command.after === "&&" && before !== undefined && commands[at - 1]?.after !== "|";
    if (at > start && command.after !== "|" && !(isNext && isSafe(before, folder))) reach = "perhaps";
    known[at] = reach;
  }
}

/** Whether its exit code says something else than that it failed: then the client takes any for a success. */
export function isAnswer({ commands }: ParsedShell): boolean {
  return /^(grep|egrep|fgrep|rg|find|diff|cmp|test|\[)$/.test(commands.at(-1)?.words[0]?.text ?? "");
}

/** Whether it can hardly fail. */
export function isSafe(command: SimpleCommand, folder: string | undefined): boolean {
  const [name = "", target] = command.words.map(({ text }) => text);
  switch (name) {
    case "cat":
      return target === undefined && command.input !== undefined;
    case "echo":
    case "printf":
    case "true":
    case ":":
    case "pwd":
    case "set":
    case "export":
      return true;
    case "mkdir":
      return target === "-p";
    case "cd": {
      const path =
        target === undefined || command.words[1]?.unclear !== false ? undefined : resolvePath(target, folder);
      // The folder that it runs in is there, and those above it.
      return path !== undefined && folder !== undefined && `${folder}/`.startsWith(path === "/" ? path : `${path}/`);
    }
  }
  return false;
}

const isFailingExit = ({ words }: SimpleCommand): boolean =>
  words[0]?.text === "exit" && /^[1-9]\d*$/.test(words[1]?.text ?? "");

/** Whether what follows may not run, or not as it is spelt. */
function endsShell(command: SimpleCommand): boolean {
  const [name = "", flag = "", option = ""] = command.words.map(({ text }) => text);
  switch (name) {
    case "exit":
      return !isFailingExit(command);
    case "return":
    case "exec":
    case "eval":
    case "alias":
    case "trap":
    case "break":
    case "shopt":
      return true;
    case "set":
      return !/^-([eux]+|[eux]*o (pipefail|errexit|nounset|xtrace))$/.test(option === "" ? flag : `${flag} ${option}`);
  }
  return false;
}
