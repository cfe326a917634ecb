// A file that is followed from somewhere inside -> the number of its next line, counted piece by piece; tells no lines.
import type { Followed } from "./followed.ts";
import { printsAt, readSpan } from "./print.ts";
import type { OpenFile } from "./read-on.ts";

/** Also moves back to the start of an unfinished line, so that it is told whole. The result: how many bytes were read. */
export function countLines(one: Followed, { disk, descriptor }: OpenFile, mostBytes: number): number {
  const { offset: from, lines, lineEnd } = one.counted ?? { offset: 0, lines: 0, lineEnd: 0 };
  const bytes = readSpan(disk, descriptor, { offset: from, length: Math.min(mostBytes, one.offset - from) });
  let count = lines;
  let end = lineEnd;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    count += 1;
    end = from + at + 1;
  }
  one.counted = { offset: from + bytes.length, lines: count, lineEnd: end };
  if (one.counted.offset < one.offset) return bytes.length;
  one.counted = undefined;
  one.lineNumber = count + 1;
  if (end < one.offset) {
    one.offset = end;
    one.prints = printsAt(disk, descriptor, end);
  }
  return bytes.length;
}
