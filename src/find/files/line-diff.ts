// Two lists of lines -> the stretches they share, in order; lines that only one of them has cost nothing.
import { diffArrays } from "diff";
import type { LineDiff, Stretch } from "../../graph/index.ts";

/** Beyond this many differences two texts have little to do with each other, and looking closer takes too long. */
const mostEdits = 20_000;

export const diffLines: LineDiff = (before, after) => {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  const left = before.flatMap((line, at) => (inAfter.has(line) ? [{ line, at }] : []));
  const right = after.flatMap((line, at) => (inBefore.has(line) ? [{ line, at }] : []));
  const changes = diffArrays(
    left.map(({ line }) => line),
    right.map(({ line }) => line),
    { maxEditLength: mostEdits },
  );
  const stretches: Stretch[] = [];
  let from = 0;
  let to = 0;
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) {
      for (let at = 0; at < count; at++)
        stretches.push({ before: left[from + at]?.at ?? 0, after: right[to + at]?.at ?? 0, count: 1 });
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  return stretches;
};
