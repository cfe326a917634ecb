// The versions that led to a file and its lines today -> for each line the version that brought it, or none.
import { type LineRope, changeRope, ropeLines, ropeMarks, ropeText } from "./line-rope.ts";
import { type TextDelta, deltaOf } from "./text-delta.ts";
import type { FileVersion } from "./version.ts";

/** Two lists of lines -> pairs of stretches that are the same, in order. */
export type LineDiff = (before: readonly string[], after: readonly string[]) => readonly Stretch[];
export type Stretch = { readonly before: number; readonly after: number; readonly count: number };

export type BlamedLine = {
  readonly text: string;
  /** Undefined: not from a session. */
  readonly version: FileVersion | undefined;
};

/** A version with its text: whole, by how it differs from the version before, or not known whole. */
export type VersionText = {
  readonly version: FileVersion;
  readonly text:
    | { readonly kind: "unknown" }
    | { readonly kind: "text"; readonly text: string }
    | ({ readonly kind: "delta" } & TextDelta)
    | { readonly kind: "edit"; readonly apply: (before: string) => string | undefined }
    /** As the version before. */
    | { readonly kind: "same" };
};

type Owner = FileVersion | undefined;

/** Only lines that a version touched are compared: the time grows with the changes, not with the size of the file. */
export function blameLines(current: string, versions: Iterable<VersionText>, diff: LineDiff): readonly BlamedLine[] {
  let rope: LineRope<Owner> = [];
  let unseen: FileVersion[] = [];
  const change = (delta: TextDelta, writer: Owner): void => {
    const writerOf = unseenWriters(unseen);
    const newOwner = (line: string): Owner => writerOf(line) ?? writer;
    rope = changeRope(rope, delta, ({ lines, marks }, after) =>
      carryOwners({ lines: lines.map(withoutLineEnd), owners: marks }, after.map(withoutLineEnd), { diff, newOwner }),
    );
    unseen = [];
  };
  for (const { version, text: found } of versions) {
    const text = !version.exists && found.kind === "unknown" ? ({ kind: "text", text: "" } as const) : found;
    const delta = deltaIn(rope, text);
    if (delta === undefined) unseen.push(version);
    else if (delta !== "same") change(delta, isWritten(version) ? version : undefined);
    else unseen = [];
  }
  change(deltaOf(ropeText(rope), current), undefined);
  const owners = ropeMarks(rope);
  return ropeLines(rope).map((line, at) => ({ text: withoutLineEnd(line), version: owners[at] }));
}

function deltaIn(rope: LineRope<Owner>, text: VersionText["text"]): TextDelta | "same" | undefined {
  switch (text.kind) {
    case "unknown":
      return undefined;
    case "same":
      return "same";
    case "delta":
      return text;
    case "text":
      return deltaOf(ropeText(rope), text.text);
    case "edit": {
      const before = ropeText(rope);
      const after = text.apply(before);
      return after === undefined ? undefined : deltaOf(before, after);
    }
  }
}

/** Whether a session made it so. */
function isWritten({ cause }: FileVersion): boolean {
  return cause !== "seen" && cause !== "outside" && cause !== "deleted";
}

/** Finds the first version that shows a line, among versions that are known in part. */
function unseenWriters(unseen: readonly FileVersion[]): (line: string) => Owner {
  const writers = new Map<string, FileVersion>();
  // Versions share the runs of lines that did not change.
  const met = new Set<readonly string[]>();
  for (const version of unseen) {
    const runs = isWritten(version) && version.body.kind === "lines" ? version.body.known.runs : [];
    for (const { lines } of runs) {
      if (met.has(lines)) continue;
      met.add(lines);
      for (const line of lines) if (!writers.has(line)) writers.set(line, version);
    }
  }
  return (line) => (line.trim() === "" ? undefined : writers.get(line));
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

/** A file that changed from LF to CRLF keeps its writers. */
function withoutLineEnd(line: string): string {
  if (line.endsWith("\r\n")) return line.slice(0, -2);
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}
