// A path -> the lines of that log one by one, in memory that the next line takes over; opened for reading only.
import { closeSync, readSync } from "node:fs";
import { type Line, maxLineBytes } from "../../format/index.ts";
import { openForReading, worldError } from "../../store/index.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Small enough to stay in the processor's own memory between being read and being looked at. */
const usualBytes = 128 * 1024;
/** One for all logs: fresh memory for every piece of a gigabyte costs more than parsing it. */
let room = Buffer.allocUnsafeSlow(0);

/** The bytes of a line are good until the next one is asked for; no two logs are read at a time. */
export function* logLines(path: string): Generator<Line, void, undefined> {
  if (room.length === 0) room = Buffer.allocUnsafeSlow(usualBytes);
  const { descriptor } = openForReading(path);
  try {
    yield* linesOf((at) => readInto(descriptor, path, at));
  } finally {
    closeSync(descriptor);
    if (room.length > 64 * usualBytes) room = Buffer.allocUnsafeSlow(usualBytes);
  }
}

type Reading = { readonly from: number; readonly offset: number };

function readInto(descriptor: number, path: string, { from, offset }: Reading): number {
  try {
    return readSync(descriptor, room, from, room.length - from, offset);
  } catch (error) {
    throw worldError(error, path);
  }
}

function* linesOf(read: (reading: Reading) => number): Generator<Line, void, undefined> {
  let number = 1;
  /** Where the line begins in the log, and how much of it stands at the start of the room. */
  let offset = 0;
  let carried = 0;
  /** Bytes of a line that is longer than any we read: they are gone, but for the last. */
  let lost = 0;
  for (;;) {
    const fresh = read({ from: carried, offset: offset + lost + carried });
    const end = carried + fresh;
    let start = 0;
    for (let feed = room.indexOf(lineFeed, carried); feed >= 0 && feed < end; feed = room.indexOf(lineFeed, start)) {
      yield lineOf(start, feed, "lf");
      start = feed + 1;
    }
    room.copyWithin(0, start, end);
    carried = end - start;
    if (fresh === 0) break;
    if (carried > maxLineBytes || lost > 0) {
      lost += carried;
      carried = 0;
    } else if (carried === room.length) grow();
  }
  if (carried + lost > 0) yield lineOf(0, carried, "none");

  function lineOf(start: number, stop: number, end: "lf" | "none"): Line {
    const isCrlf = end === "lf" && stop > start && room[stop - 1] === carriageReturn;
    const length = lost + stop - start + (end === "lf" ? 1 : 0);
    const bytes = lost > 0 || stop - start > maxLineBytes ? undefined : room.subarray(start, isCrlf ? stop - 1 : stop);
    const line: Line = { number, offset, length, end: isCrlf ? "crlf" : end, bytes };
    number += 1;
    offset += length;
    lost = 0;
    return line;
  }
}

function grow(): void {
  const larger = Buffer.allocUnsafeSlow(Math.min(2 * room.length, maxLineBytes + 2 * usualBytes));
  room.copy(larger);
  room = larger;
}
