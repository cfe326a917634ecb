// The bytes of a log, read into the kernel's memory -> its lines decoded from their briefs, and a mark of what of each is sent.
import { isUtf8 } from "node:buffer";
import {
  type Decoded,
  type Line,
  type Quirk,
  contentLength,
  decodeLine,
  isObject,
  lineSplitter,
  splitLines,
  typed,
} from "../../format/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { type BriefRow, type Encoding, briefRows, encodingOf, isBrief, lineBytes, lineEnd } from "./brief-rows.ts";
import type { BriefTaker, SlotRow } from "./brief-slots.ts";
import type { Marks } from "./marks.ts";
import { plainMark } from "./outline-mark.ts";

export type Passing = {
  /** At an offset of the file; nothing at its end. */
  readonly read: (into: Uint8Array, offset: number) => number;
  /** Told of all bytes in order. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onLine: (line: Line) => void;
  readonly marks: Marks;
  /** Where another thread may have made briefs already; only where nobody wants to be told of all bytes. */
  readonly taker?: BriefTaker | undefined;
};

export const chunkBytes = 256 * 1024;
/** No read goes beyond a multiple of this: whoever reads the same log, from wherever, ends with the same lines. */
export const roomAt = (offset: number): number => chunkBytes - (offset % chunkBytes);
/** A longer line is read the plain way: the kernel's memory never shrinks. */
const maxBriefBytes = 4 * 1024 * 1024;

/** The bytes of a line are good until the next one; of those that were made elsewhere there are none. */
export function* briefPass(kernel: Kernel, passing: Passing): Generator<Decoded, void, undefined> {
  const { read, onBytes, onLine, marks, taker } = passing;
  let capacity = 4 * chunkBytes;
  let buffer = kernel.reserve(capacity);
  let [offset, number, carried] = [0, 1, 0];
  /** Bytes behind those carried over that are there already. */
  let waiting = 0;
  kernel.calls.beginGists();

  function fill(room: number): number {
    const target = kernel.bytes.subarray(buffer + carried, buffer + carried + room);
    const fresh = read(target, offset + carried);
    if (fresh > 0) onBytes(target.subarray(0, fresh));
    return fresh;
  }

  for (;;) {
    const taken = waiting > 0 ? undefined : taker?.take(offset, kernel.calls.areWordsKept.value !== 0);
    if (taken !== undefined) {
      if (taken.areWordsKept) kernel.calls.keepWords();
      for (let nth = 0; nth < taken.count; nth += 1) {
        yield takenLine(taken.row(nth));
        number += 1;
      }
      [offset, carried] = [taken.end, 0];
      continue;
    }
    if (carried > maxBriefBytes) {
      const splitter = lineSplitter({ offset, number });
      const long = longLine(splitter, kernel.bytes.subarray(buffer, buffer + carried), { read, onBytes, offset });
      // The kernel never sees it: it may have put a prompt into the queue.
      kernel.calls.keepWords();
      if (long.line !== undefined) yield decoded(long.line);
      if (long.rest === undefined) return;
      offset += long.line?.length ?? 0;
      number += 1;
      carried = 0;
      waiting = long.rest.length;
      kernel.bytes.set(long.rest, buffer);
    }
    if (carried + chunkBytes > capacity) {
      capacity *= 2;
      buffer = kernel.reserve(capacity);
    }
    const fresh = waiting > 0 ? waiting : fill(roomAt(offset + carried));
    waiting = 0;
    const end = buffer + carried + fresh;
    if (fresh === 0) break;
    const stop = kernel.calls.wholeLines(buffer + carried, end);
    const isNone = stop === buffer + carried;
    carried += fresh;
    if (isNone) continue;
    yield* wholeLines(stop);
    offset += stop - buffer;
    carried = end - stop;
    if (carried > 0) kernel.bytes.copyWithin(buffer, stop, end);
  }
  if (carried === 0) return;
  // A last line that nothing ends is ended here, for it is read like the others.
  kernel.bytes[buffer + carried] = lineFeed;
  for (const row of briefRows(kernel, buffer, buffer + carried + 1)) {
    const bytes = kernel.bytes.subarray(buffer, buffer + carried);
    const line: Line = { number, offset, length: carried, end: "none", bytes };
    yield row.isGood && isUtf8(bytes) ? ofRow(line, row, "utf8") : decoded(line);
  }

  function takenLine({ offset: at, length, end, brief, mark }: SlotRow): Decoded {
    const line: Line = { number, offset: at, length, end, bytes: undefined };
    return brief === undefined ? decoded(wholeLine(line)) : briefed(line, brief, mark);
  }

  function wholeLine(place: Line): Line {
    const bytes = Buffer.allocUnsafeSlow(contentLength(place));
    for (let at = 0; at < bytes.length;) {
      const count = read(bytes.subarray(at), place.offset + at);
      if (count === 0) throw new Error("the log ends where a line of it was");
      at += count;
    }
    return { ...place, bytes };
  }

  function* wholeLines(stop: number): Generator<Decoded, void, undefined> {
    const encoding = encodingOf(kernel.bytes.subarray(buffer, stop));
    for (const row of briefRows(kernel, buffer, stop)) {
      const bytes = lineBytes(kernel, row);
      const place = {
        offset: offset + row.start - buffer,
        length: row.feed - row.start + 1,
        end: lineEnd(kernel, row),
      };
      const line: Line = { number, ...place, bytes };
      yield isBrief(row, bytes, encoding) ? ofRow(line, row, encoding ?? "utf8") : decoded(line);
      number += 1;
    }
  }

  function ofRow(line: Line, { brief, briefEnd, mark }: BriefRow, encoding: Encoding): Decoded {
    return briefed(line, kernel.bytes.toString(encoding, brief, briefEnd), { words: kernel.words, at: mark });
  }

  function briefed(line: Line, brief: string, mark: { readonly words: Uint32Array; readonly at: number }): Decoded {
    const raw: unknown = JSON.parse(brief);
    if (!isObject(raw)) throw new Error("a brief is no object");
    onLine(line);
    marks.set(line.number, mark.words, mark.at);
    return { line, quirks: quirks[line.end], ...typed(raw) };
  }

  function decoded(line: Line): Decoded {
    const whole = decodeLine(line);
    onLine(line);
    marks.set(line.number, plainMark(whole), 0);
    return whole;
  }
}

/** The same without the kernel: what all of this is measured by. */
export function* plainPass({ read, onBytes, onLine, marks }: Passing): Generator<Decoded, void, undefined> {
  for (const line of splitLines(chunksOf({ read, onBytes, offset: 0 }))) {
    const decoded = decodeLine(line);
    onLine(line);
    marks.set(line.number, plainMark(decoded), 0);
    yield decoded;
  }
}

type Rest = Pick<Passing, "read" | "onBytes"> & { readonly offset: number };

function* chunksOf({ read, onBytes, offset }: Rest): Generator<Uint8Array, void, undefined> {
  for (let at = offset; ;) {
    const buffer = Buffer.allocUnsafeSlow(chunkBytes);
    const chunk = buffer.subarray(0, read(buffer, at));
    if (chunk.length === 0) return;
    onBytes(chunk);
    at += chunk.length;
    yield chunk;
  }
}

type Long = {
  readonly line: Line | undefined;
  /** Undefined at the end of the file. */ readonly rest: Uint8Array | undefined;
};

function longLine(splitter: ReturnType<typeof lineSplitter>, begun: Uint8Array, rest: Rest): Long {
  const own = Uint8Array.from(begun);
  for (const line of splitter.push(own)) return { line, rest: own.subarray(line.length) };
  for (const chunk of chunksOf({ ...rest, offset: rest.offset + own.length })) {
    const end = chunk.indexOf(lineFeed) + 1;
    for (const line of splitter.push(end === 0 ? chunk : chunk.subarray(0, end)))
      return { line, rest: chunk.subarray(end) };
  }
  const [line] = splitter.finish();
  return { line, rest: undefined };
}

const lineFeed = 0x0a;
const quirks: Readonly<Record<Line["end"], readonly Quirk[]>> = {
  lf: [],
  crlf: ["crlf"],
  none: ["no-final-newline"],
};
