// Two texts -> the stretches in which they differ, with three lines around each, as `diff -u` tells them.
import { type StructuredPatchHunk, structuredPatch } from "diff";

export type DiffHunk = StructuredPatchHunk;

/** With more differences, comparing line by line takes too long: time and memory grow with their square. */
const mostEdits = 1500;
/** With more characters in both texts, their lines alone take too much memory. */
const mostCharacters = 16 * 1024 * 1024;

export type TextDiff = {
  readonly hunks: readonly DiffHunk[];
  /** Whether the texts differ too much to compare line by line: then one hunk is all of both. */
  readonly isCoarse: boolean;
};

export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { hunks: [], isCoarse: false };
  const options = { context: 3, maxEditLength: mostEdits };
  const patch =
    before.length + after.length > mostCharacters
      ? undefined
      : structuredPatch("", "", before, after, undefined, undefined, options);
  return patch === undefined
    ? { hunks: [replaced(before, after)], isCoarse: true }
    : { hunks: patch.hunks, isCoarse: false };
}

function replaced(before: string, after: string): DiffHunk {
  const old = signed(before, "-");
  const fresh = signed(after, "+");
  return {
    oldStart: old.count === 0 ? 0 : 1,
    oldLines: old.count,
    newStart: fresh.count === 0 ? 0 : 1,
    newLines: fresh.count,
    lines: [...old.lines, ...fresh.lines],
  };
}

function signed(text: string, sign: string): { readonly lines: readonly string[]; readonly count: number } {
  if (text === "") return { lines: [], count: 0 };
  const lines = text.split("\n");
  const isEnded = lines.at(-1) === "";
  if (isEnded) lines.pop();
  const told = lines.map((line) => `${sign}${line}`);
  return { lines: isEnded ? told : [...told, "\\ No newline at end of file"], count: lines.length };
}
