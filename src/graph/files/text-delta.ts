// Two texts -> the one stretch in which they differ.

/** One stretch of a text, and what replaces it. */
export type TextDelta = { readonly start: number; readonly removed: number; readonly text: string };

/** Compared a block at a time: texts of a megabyte mostly differ in a line. */
const blockLength = 1024;

/** How many characters two texts have in common at both ends, at least. */
export type SameEnds = { readonly head: number; readonly tail: number };

/** The one stretch in which two texts differ; what is known to be the same is not compared. */
export function deltaOf(before: string, after: string, same: SameEnds = { head: 0, tail: 0 }): TextDelta {
  const shorter = Math.min(before.length, after.length);
  let start = same.head;
  while (start + blockLength <= shorter && isSameAt(before, after, { a: start, b: start })) start += blockLength;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  const most = shorter - start;
  const ends = (tail: number) => ({ a: before.length - tail - blockLength, b: after.length - tail - blockLength });
  let tail = Math.min(same.tail, most);
  while (tail + blockLength <= most && isSameAt(before, after, ends(tail))) tail += blockLength;
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail += 1;
  return { start, removed: before.length - tail - start, text: after.slice(start, after.length - tail) };
}

function isSameAt(before: string, after: string, at: { readonly a: number; readonly b: number }): boolean {
  return before.slice(at.a, at.a + blockLength) === after.slice(at.b, at.b + blockLength);
}

/** V8 copies a slice that is shorter than this. */
const shortestSlice = 13;

/** A slice of a text keeps the whole text in memory; a string out of JSON is a copy. */
export function ownText(delta: TextDelta): TextDelta {
  const { text } = delta;
  const own: unknown = text.length < shortestSlice ? text : JSON.parse(JSON.stringify(text));
  return { ...delta, text: typeof own === "string" ? own : text };
}
