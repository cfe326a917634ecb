// The bytes of a log, read into the kernel's memory -> its lines decoded from their briefs, and a mark of what of each is sent.
import { isAscii, isUtf8 } from "node:buffer";
import {
  type Decoded,
  type Line,
  type Quirk,
  decodeLine,
  isObject,
  lineSplitter,
  splitLines,
  typed,
} from "../../format/index.ts";
import type { Kernel } from "../scan/kernel.ts";
import { type BriefRow, briefRows } from "./brief-rows.ts";
import type { Marks } from "./marks.ts";
import { plainMark } from "./outline-mark.ts";

export type Passing = {
  /** At an offset of the file; nothing at its end. */
  readonly read: (into: Uint8Array, offset: number) => number;
  /** Told of all bytes in order. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onLine: (line: Line) => void;
  readonly marks: Marks;
};

const chunkBytes = 256 * 1024;
/** A longer line is read the plain way: the kernel's memory never shrinks. */
const maxBriefBytes = 4 * 1024 * 1024;

/** The bytes of a line are good until the next one. */
export function* briefPass(kernel: Kernel, passing: Passing): Generator<Decoded, void, undefined> {
  const { read, onBytes, onLine, marks } = passing;
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
    if (carried > maxBriefBytes) {
      const splitter = lineSplitter({ offset, number });
      const long = longLine(splitter, kernel.bytes.subarray(buffer, buffer + carried), { read, onBytes, offset });
      // The kernel never sees it: it may have put a prompt into the queue.
      kernel.calls.keepWords();
      if (long.line !== undefined) yield taken(long.line);
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
    const fresh = waiting > 0 ? waiting : fill(chunkBytes);
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
    yield row.isGood && isUtf8(bytes) ? briefed(line, row, "utf8") : taken(line);
  }

  function* wholeLines(stop: number): Generator<Decoded, void, undefined> {
    const whole = kernel.bytes.subarray(buffer, stop);
    const encoding = isAscii(whole) ? "latin1" : "utf8";
    const isValid = encoding === "latin1" || isUtf8(whole);
    for (const row of briefRows(kernel, buffer, stop)) {
      const line = lineOf(row);
      const isBrief = row.isGood && (isValid || isUtf8(line.bytes ?? whole));
      yield isBrief ? briefed(line, row, encoding) : taken(line);
      number += 1;
    }
  }

  function lineOf({ start, feed }: BriefRow): Line {
    const { bytes } = kernel;
    const isCrLf = feed > start && bytes[feed - 1] === 0x0d;
    return {
      number,
      offset: offset + start - buffer,
      length: feed - start + 1,
      end: isCrLf ? "crlf" : "lf",
      bytes: bytes.subarray(start, isCrLf ? feed - 1 : feed),
    };
  }

  function briefed(line: Line, { brief, briefEnd, mark }: BriefRow, encoding: "latin1" | "utf8"): Decoded {
    const raw: unknown = JSON.parse(kernel.bytes.toString(encoding, brief, briefEnd));
    if (!isObject(raw)) throw new Error("a brief is no object");
    onLine(line);
    marks.set(line.number, kernel.words, mark);
    return { line, quirks: quirks[line.end], ...typed(raw) };
  }

  function taken(line: Line): Decoded {
    const decoded = decodeLine(line);
    onLine(line);
    marks.set(line.number, plainMark(decoded), 0);
    return decoded;
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
