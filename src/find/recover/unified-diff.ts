// Two texts -> the stretches in which they differ, with three lines around each, as `diff -u` tells them.
import { type StructuredPatchHunk, structuredPatch } from "diff";

export type DiffHunk = StructuredPatchHunk;

/** Beyond this many differences a closer look takes too long, and one stretch is all of both. */
const mostEdits = 3000;

export function diffTexts(before: string, after: string): readonly DiffHunk[] {
  if (before === after) return [];
  const options = { context: 3, maxEditLength: mostEdits };
  const patch = structuredPatch("", "", before, after, undefined, undefined, options);
  return patch?.hunks ?? [replaced(before, after)];
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
