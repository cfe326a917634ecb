// The versions that led to a file and its lines today -> for each line the version that brought it, or none.
import type { FileVersion } from "./version.ts";

/** Two lists of lines -> pairs of stretches that are the same, in order. */
export type LineDiff = (before: readonly string[], after: readonly string[]) => readonly Stretch[];
export type Stretch = { readonly before: number; readonly after: number; readonly count: number };

export type BlamedLine = {
  readonly text: string;
  /** Undefined: not from a session. */
  readonly version: FileVersion | undefined;
};

/** A version with its text; undefined text where it is not known whole. */
export type VersionText = { readonly version: FileVersion; readonly text: string | undefined };

export function blameLines(current: string, versions: Iterable<VersionText>, diff: LineDiff): readonly BlamedLine[] {
  let lines: readonly string[] = [];
  let owners: readonly (FileVersion | undefined)[] = [];
  let unseen: FileVersion[] = [];
  for (const { version, text } of versions) {
    if (text === undefined && version.exists) {
      unseen.push(version);
      continue;
    }
    const next = linesOf(text ?? "");
    const writer = isWritten(version) ? version : undefined;
    owners = carryOwners({ lines, owners }, next, { diff, newOwner: (line) => writerOf(line, unseen) ?? writer });
    lines = next;
    unseen = [];
  }
  const today = linesOf(current);
  const found = carryOwners({ lines, owners }, today, { diff, newOwner: (line) => writerOf(line, unseen) });
  return today.map((text, at) => ({ text, version: found[at] }));
}

/** Whether a session made it so. */
function isWritten({ cause }: FileVersion): boolean {
  return cause !== "seen" && cause !== "outside" && cause !== "deleted";
}

/** Of versions that are known in part, the first that shows this line. */
function writerOf(line: string, unseen: readonly FileVersion[]): FileVersion | undefined {
  if (line.trim() === "") return undefined;
  return unseen.find((version) => isWritten(version) && version.body.kind === "lines" && has(version.body.lines, line));
}

function has(lines: ReadonlyMap<number, string>, wanted: string): boolean {
  for (const line of lines.values()) if (line === wanted) return true;
  return false;
}

type Owned = { readonly lines: readonly string[]; readonly owners: readonly (FileVersion | undefined)[] };

function carryOwners(
  before: Owned,
  after: readonly string[],
  { diff, newOwner }: { readonly diff: LineDiff; readonly newOwner: (line: string) => FileVersion | undefined },
): readonly (FileVersion | undefined)[] {
  const { lines, owners } = before;
  const shorter = Math.min(lines.length, after.length);
  let head = 0;
  while (head < shorter && lines[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && lines[lines.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const middle: (FileVersion | undefined)[] = after.slice(head, after.length - tail).map(newOwner);
  const old = lines.slice(head, lines.length - tail);
  if (old.length > 0 && middle.length > 0) {
    for (const { before: from, after: to, count } of diff(old, after.slice(head, after.length - tail))) {
      for (let at = 0; at < count; at++) middle[to + at] = owners[head + from + at];
    }
  }
  return [...owners.slice(0, head), ...middle, ...owners.slice(owners.length - tail)];
}

/** Without line ends: a file that changed from LF to CRLF keeps its writers. */
export function linesOf(text: string): readonly string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
