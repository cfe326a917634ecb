// Whole lines in the kernel's memory -> a row for each, as the kernel wrote it: its verdict, its brief, its mark; nothing is kept.
import { isAscii, isUtf8 } from "node:buffer";
import type { LineEnd } from "../../format/index.ts";
import type { Kernel } from "../scan/kernel.ts";

/** In words of 32 bits; the kernel's `brief.ts` names the same places: the two change together. */
const rowWords = 14;
const [verdictAt, startAt, endAt, briefAt, briefEndAt] = [0, 1, 2, 3, 4];
const [placesAt, placeCountAt, closeAt, markAt] = [5, 6, 8, 10];
const good = 1;

export type BriefRow = {
  /** Where the line begins and where its line feed is. */
  start: number;
  feed: number;
  isGood: boolean;
  /** Where the brief begins and ends. */
  brief: number;
  briefEnd: number;
  /** Where the mark of what is sent is, among the words. */
  mark: number;
  /** Where the places of its ids are, among the words, and how many there are. */
  places: number;
  placeCount: number;
  /** Behind its closing brace. */
  close: number;
};

/** The row is the same object each time. */
export function* briefRows(kernel: Kernel, from: number, to: number): Generator<BriefRow, void, undefined> {
  const row: BriefRow = {
    start: 0,
    feed: 0,
    isGood: false,
    brief: 0,
    briefEnd: 0,
    mark: 0,
    places: 0,
    placeCount: 0,
    close: 0,
  };
  const first = kernel.calls.briefRows.value >> 2;
  for (let at = from; at < to;) {
    at = kernel.calls.briefLines(at, to);
    kernel.refresh();
    const { words } = kernel;
    const end = first + kernel.calls.briefCount.value * rowWords;
    for (let place = first; place < end; place += rowWords) {
      row.start = words[place + startAt] ?? 0;
      row.feed = words[place + endAt] ?? 0;
      row.isGood = words[place + verdictAt] === good;
      row.brief = words[place + briefAt] ?? 0;
      row.briefEnd = words[place + briefEndAt] ?? 0;
      row.mark = place + markAt;
      row.places = (words[place + placesAt] ?? 0) >> 2;
      row.placeCount = words[place + placeCountAt] ?? 0;
      row.close = words[place + closeAt] ?? 0;
      yield row;
    }
  }
}

export type Encoding = "latin1" | "utf8";

/** Of many lines together; undefined where they are not all valid, and each must be looked at. */
export function encodingOf(lines: Uint8Array): Encoding | undefined {
  if (isAscii(lines)) return "latin1";
  return isUtf8(lines) ? "utf8" : undefined;
}

/** Whether the brief stands for the line. */
export function isBrief({ isGood }: BriefRow, bytes: Uint8Array, encoding: Encoding | undefined): boolean {
  return isGood && (encoding !== undefined || isUtf8(bytes));
}

export function lineEnd({ bytes }: Kernel, { start, feed }: BriefRow): LineEnd {
  return feed > start && bytes[feed - 1] === 0x0d ? "crlf" : "lf";
}

/** Without its end. */
export function lineBytes(kernel: Kernel, row: BriefRow): Uint8Array {
  return kernel.bytes.subarray(row.start, lineEnd(kernel, row) === "crlf" ? row.feed - 1 : row.feed);
}
