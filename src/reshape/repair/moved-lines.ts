// The lines of a result in its order -> those that were moved: as few as possible, the rest stands in the order of the source.

export function movedLines(lines: readonly number[]): ReadonlySet<number> {
  if (lines.every((line, place) => place === 0 || line >= (lines[place - 1] ?? 0))) return new Set();
  // Piles of patience: the longest rising row is what stayed in place.
  const tops: number[] = [];
  const before = new Int32Array(lines.length).fill(-1);
  for (const [place, line] of lines.entries()) {
    const pile = firstAbove(tops, lines, line);
    before[place] = pile === 0 ? -1 : (tops[pile - 1] ?? -1);
    tops[pile] = place;
  }
  const stayed = new Set<number>();
  for (let place = tops.at(-1) ?? -1; place !== -1; place = before[place] ?? -1) stayed.add(place);
  return new Set(lines.filter((_, place) => !stayed.has(place)));
}

/** The first pile whose top is a greater line. */
function firstAbove(tops: readonly number[], lines: readonly number[], line: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[tops[middle] ?? -1] ?? Infinity) > line) high = middle;
    else low = middle + 1;
  }
  return low;
}
