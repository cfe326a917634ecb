// Two names -> how many letters must be put in, taken out or changed to make the one of the other.

export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let at = 1; at <= other.length; at++) {
      const changed = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      here.push(Math.min(changed, (above[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1));
    }
    above = here;
  }
  return above[other.length] ?? 0;
}
