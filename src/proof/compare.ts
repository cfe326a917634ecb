// Two lists of comparable blocks -> every place where they differ; equal lists give none.
import type { ComparableBlock } from "./comparable.ts";

export type Difference =
  | { readonly kind: "missing"; readonly at: number; readonly theirs: ComparableBlock }
  | { readonly kind: "extra"; readonly at: number; readonly ours: ComparableBlock }
  | { readonly kind: "changed"; readonly at: number; readonly ours: ComparableBlock; readonly theirs: ComparableBlock };

type Blocks = readonly ComparableBlock[];

/** `at` counts in `theirs`; for what only `ours` has, in `ours`. */
export function compareRequests(ours: Blocks, theirs: Blocks): readonly Difference[] {
  const left = ours.map(keyOf);
  const right = theirs.map(keyOf);
  const head = matching(Math.min(left.length, right.length), (at) => left[at] === right[at]);
  const rest = Math.min(left.length, right.length) - head;
  const tail = matching(rest, (at) => left.at(-1 - at) === right.at(-1 - at));
  const pairs = commonPairs(left.slice(head, left.length - tail), right.slice(head, right.length - tail));

  const differences: Difference[] = [];
  let [i, j] = [head, head];
  const ends = { ours: left.length - tail - head, theirs: right.length - tail - head };
  for (const pair of [...pairs, ends]) {
    const between = gap(ours.slice(i, head + pair.ours), theirs.slice(j, head + pair.theirs), { i, j });
    for (const difference of between) differences.push(difference);
    [i, j] = [head + pair.ours + 1, head + pair.theirs + 1];
  }
  return differences;
}

const keyOf = (block: ComparableBlock): string => JSON.stringify([block.role, block.type, block.id ?? "", block.text]);

function matching(limit: number, same: (at: number) => boolean): number {
  let count = 0;
  while (count < limit && same(count)) count += 1;
  return count;
}

/** Between two common blocks: the same kind of block at the same place has changed, the others are on one side only. */
function gap(ours: Blocks, theirs: Blocks, start: { readonly i: number; readonly j: number }): readonly Difference[] {
  const partner = new Map<ComparableBlock, ComparableBlock>();
  for (const [at, block] of theirs.entries()) {
    const other =
      block.id === undefined ? ours[at] : ours.find(({ id, type }) => id === block.id && type === block.type);
    if (other !== undefined && other.role === block.role && other.type === block.type) partner.set(block, other);
  }
  const changed = new Set(partner.values());
  return [
    ...theirs.map((block, at): Difference => {
      const other = partner.get(block);
      if (other === undefined) return { kind: "missing", at: start.j + at, theirs: block };
      return { kind: "changed", at: start.j + at, ours: other, theirs: block };
    }),
    ...ours.flatMap((block, at): readonly Difference[] =>
      changed.has(block) ? [] : [{ kind: "extra", at: start.i + at, ours: block }],
    ),
  ];
}

type Pair = { readonly ours: number; readonly theirs: number };

/** Beyond this many cells two requests have so little in common that aligning them explains nothing. */
const mostCells = 4_000_000;

function commonPairs(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const width = right.length + 1;
  if ((left.length + 1) * width > mostCells) return [];
  const longest = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) pairs.push({ ours: i++, theirs: j++ });
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
