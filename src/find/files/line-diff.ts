// Two lists of lines -> the stretches they share, in order; lines that only one of them has cost nothing.
import { diffArrays } from "diff";
import type { LineDiff, Stretch } from "../../graph/index.ts";

/** The time grows with the square of the differences: beyond so many, only lines that stand once in each are followed. */
const mostEdits = 1000;

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
  if (changes === undefined) return inStep(left, right);
  const stretches: Stretch[] = [];
  let from = 0;
  let to = 0;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      for (let at = 0; at < count; at++)
        stretches.push({ before: left[from + at]?.at ?? 0, after: right[to + at]?.at ?? 0, count: 1 });
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  return stretches;
};

type Placed = { readonly line: string; readonly at: number };

/** The longest row of lines that stand once in each, in the same order in both. */
function inStep(left: readonly Placed[], right: readonly Placed[]): readonly Stretch[] {
  const [inLeft, inRight] = [onceOnly(left), onceOnly(right)];
  const pairs = left.flatMap(({ line, at }) => {
    const after = inRight.get(line);
    return after === undefined || !inLeft.has(line) ? [] : [{ before: at, after }];
  });
  // Of all rows of one length the one that ends earliest is worth keeping; each remembers what stands before it.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  pairs.forEach(({ after }, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = at;
  });
  const row: Stretch[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at];
    if (pair !== undefined) row.push({ ...pair, count: 1 });
  }
  return row.reverse();
}

function onceOnly(lines: readonly Placed[]): ReadonlyMap<string, number> {
  const once = new Map<string, number>();
  const more = new Set<string>();
  for (const { line, at } of lines) {
    if (once.has(line)) more.add(line);
    else once.set(line, at);
  }
  for (const line of more) once.delete(line);
  return once;
}
