// A stretch of whole lines in a file -> those lines, one after the other in the kernel's memory, with the places of their ids.
import type { LineEnd } from "../../format/index.ts";
import type { PassingLine } from "../../reshape/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { type BriefRow, briefRows } from "./brief-rows.ts";
import { type Stretch, lineWindows } from "./line-windows.ts";

/** Gives the next line's number, which tells where it ended: see `lineWindows`. */
export function* passingLines(kernel: Kernel, stretch: Stretch): Generator<PassingLine, number, undefined> {
  const members = new Int32Array(96);
  let { number } = stretch;
  for (const { start, stop, offset } of lineWindows(kernel, stretch))
    for (const row of briefRows(kernel, start, stop)) {
      yield lineOf(row, { kernel, members, number, offset: offset + row.start - start });
      number += 1;
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
