// A followed file, open -> the lines that came to it since the last time, or a restart; reads a bounded piece at a time.
import { type Decoded, type Line, decodeLine, lineSplitter, maxLineBytes } from "../../format/index.ts";
import type { LiveDisk, Look } from "../live-disk.ts";
import { countLines } from "./count-lines.ts";
import { type Followed, restart, restartReason } from "./followed.ts";
import { beforeBytes, beforePrint, headBytes, isSamePrint, printOf, printsAt, readSpan } from "./print.ts";
import type { RestartReason } from "./tail-event.ts";

export type OpenFile = { readonly disk: LiveDisk; readonly descriptor: number; readonly facts: Look };

export type Piece = {
  readonly lines: readonly Decoded[];
  readonly restarted: RestartReason | undefined;
  readonly readBytes: number;
  readonly hasMore: boolean;
};

/** Checks first that the bytes before the offset are those that were read; then reads one piece. */
export function readOn(one: Followed, open: OpenFile, chunkBytes: number): Piece {
  const restarted = continues(one, open) ? undefined : restartReason(one, open.facts);
  if (restarted !== undefined) restart(one);
  if (open.facts.sizeBytes <= one.offset) return { lines: [], restarted, readBytes: 0, hasMore: false };
  if (one.lineNumber === undefined) {
    const counted = countLines(one, open, chunkBytes * 4);
    if (one.lineNumber === undefined) return { lines: [], restarted, readBytes: counted, hasMore: true };
  }
  const piece = isLongLine(one, open) ? searchOn(one, open, chunkBytes) : readLines(one, open, chunkBytes);
  return { ...piece, restarted };
}

/** Nothing was told of a file whose offset is 0, so there is nothing it could contradict. */
export function continues(one: Followed, { disk, descriptor, facts }: OpenFile): boolean {
  if (one.offset === 0) return true;
  if (facts.sizeBytes < one.offset) return false;
  return isSamePrint(printsAt(disk, descriptor, one.offset), one.prints);
}

type Read = Omit<Piece, "restarted">;

function readLines(one: Followed, open: OpenFile, chunkBytes: number): Read {
  const { disk, descriptor, facts } = open;
  const from = Math.max(0, one.offset - beforeBytes);
  const known = one.offset - from;
  const room = Math.min(chunkBytes, facts.sizeBytes - one.offset);
  if (room <= 0) return { lines: [], readBytes: 0, hasMore: false };
  const bytes = readSpan(disk, descriptor, { offset: from, length: known + room });
  // Changed since the check: the next look tells how.
  if (printOf(bytes.subarray(0, known)) !== one.prints.before) return { lines: [], readBytes: known, hasMore: true };
  // A file that is not as long as it says.
  if (bytes.length === known) return { lines: [], readBytes: known, hasMore: false };
  const lines = [...lineSplitter({ offset: one.offset, number: one.lineNumber ?? 1 }).push(bytes.subarray(known))];
  const last = lines.at(-1);
  if (last !== undefined) moveTo(one, last, { bytes, from });
  const end = from + bytes.length;
  const isLong = last === undefined && bytes.length - known >= chunkBytes;
  one.searched = isLong ? { offset: end, before: printOf(bytes.subarray(-beforeBytes)) } : undefined;
  return { lines: lines.map(decodeLine), readBytes: bytes.length, hasMore: end < facts.sizeBytes };
}

type Window = { readonly bytes: Uint8Array; readonly from: number };

/** The prints are made of the very bytes that were told, not of what the file holds a moment later. */
function moveTo(one: Followed, last: Line, { bytes, from }: Window): void {
  const offset = last.offset + last.length;
  const before = printOf(bytes.subarray(Math.max(0, offset - from - beforeBytes), offset - from));
  // While the head still grows, the window begins at the file's start.
  const head = one.offset >= headBytes ? one.prints.head : printOf(bytes.subarray(0, Math.min(offset, headBytes)));
  one.prints = { head, before };
  one.offset = offset;
  one.lineNumber = last.number + 1;
}

function isLongLine(one: Followed, { disk, descriptor, facts }: OpenFile): boolean {
  const { searched } = one;
  if (searched === undefined) return false;
  const isSame =
    facts.sizeBytes >= searched.offset && beforePrint(disk, descriptor, searched.offset) === searched.before;
  if (!isSame) one.searched = undefined;
  return isSame;
}

/** An unfinished line that does not fit into a piece is not kept: its end is searched for, then it is read at once. */
function searchOn(one: Followed, open: OpenFile, chunkBytes: number): Read {
  const { disk, descriptor, facts } = open;
  const start = one.searched?.offset ?? one.offset;
  const bytes = readSpan(disk, descriptor, { offset: start, length: Math.min(chunkBytes, facts.sizeBytes - start) });
  const at = bytes.indexOf(0x0a);
  const end = start + bytes.length;
  if (at < 0) {
    if (bytes.length > 0) one.searched = { offset: end, before: beforePrint(disk, descriptor, end) };
    return { lines: [], readBytes: bytes.length, hasMore: bytes.length > 0 && end < facts.sizeBytes };
  }
  const line = wholeLine(one, open, start + at + 1);
  one.searched = undefined;
  one.offset = line.offset + line.length;
  one.lineNumber = line.number + 1;
  one.prints = printsAt(disk, descriptor, one.offset);
  return { lines: [decodeLine(line)], readBytes: bytes.length + line.length, hasMore: one.offset < facts.sizeBytes };
}

function wholeLine(one: Followed, { disk, descriptor }: OpenFile, end: number): Line {
  const number = one.lineNumber ?? 1;
  const length = end - one.offset;
  if (length - 1 > maxLineBytes) {
    const isCr = readSpan(disk, descriptor, { offset: end - 2, length: 1 })[0] === 0x0d;
    return { number, offset: one.offset, length, end: isCr ? "crlf" : "lf", bytes: undefined };
  }
  const bytes = readSpan(disk, descriptor, { offset: one.offset, length });
  const [line] = lineSplitter({ offset: one.offset, number }).push(bytes);
  return line ?? { number, offset: one.offset, length, end: "lf", bytes: undefined };
}
