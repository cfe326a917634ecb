// A stretch of whole lines in a file -> those lines, one after the other in the kernel's memory, with the places of their ids.
import type { LineEnd } from "../../format/index.ts";
import type { PassingLine } from "../../reshape/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { type BriefRow, briefRows } from "./brief-rows.ts";

export type Stretch = {
  readonly read: (into: Uint8Array, offset: number) => number;
  readonly offset: number;
  readonly length: number;
  /** The number of the first line. */
  readonly number: number;
};

const chunkBytes = 256 * 1024;
/** With room for what is carried over. */
const bufferBytes = 4 * 1024 * 1024;

/** Ends early at a line that is too long for this, at one that nothing ends, and where the file is not as it was; gives the next line's number. */
export function* passingLines(kernel: Kernel, stretch: Stretch): Generator<PassingLine, number, undefined> {
  const { read, length } = stretch;
  const buffer = kernel.reserve(bufferBytes);
  const members = new Int32Array(96);
  let { number } = stretch;
  let [given, carried] = [0, 0];
  while (given < length) {
    const room = Math.min(chunkBytes, length - given - carried);
    if (room <= 0 || carried + chunkBytes > bufferBytes) return number;
    const from = buffer + carried;
    const fresh = read(kernel.bytes.subarray(from, from + room), stretch.offset + given + carried);
    const end = from + fresh;
    const stop = fresh === 0 ? from : kernel.calls.wholeLines(from, end);
    if (fresh === 0) return number;
    carried += fresh;
    if (stop === from) continue;
    for (const row of briefRows(kernel, buffer, stop)) {
      yield lineOf(row, { kernel, members, number, offset: stretch.offset + given + row.start - buffer });
      number += 1;
    }
    given += stop - buffer;
    carried = end - stop;
    if (carried > 0) kernel.bytes.copyWithin(buffer, stop, end);
  }
  return number;
}

type Found = {
  readonly kernel: Kernel;
  readonly members: Int32Array;
  readonly number: number;
  readonly offset: number;
};

function lineOf(row: BriefRow, { kernel, members, number, offset }: Found): PassingLine {
  const { start, feed, isGood, places, placeCount, close } = row;
  const { bytes, words } = kernel;
  const end: LineEnd = feed > start && bytes[feed - 1] === 0x0d ? "crlf" : "lf";
  const length = feed - start + 1;
  const own = bytes.subarray(start, end === "lf" ? feed : feed - 1);
  if (!isGood) return { number, offset, length, end, bytes: own };
  const count = 3 * placeCount;
  for (let at = 0; at < count; at += 3) {
    members[at] = (words[places + at] ?? 0) - 1;
    members[at + 1] = (words[places + at + 1] ?? 0) - start;
    members[at + 2] = (words[places + at + 2] ?? 0) - start;
  }
  return { number, offset, length, end, bytes: own, ids: { members, length: count, end: close - start } };
}
