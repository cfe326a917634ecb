// A path -> the lines of that file, streamed or one by one; opened for reading only, and never held whole in memory.
import { closeSync, readSync } from "node:fs";
import { type Decoded, type Line, decodeLine, splitLines } from "../format/index.ts";
import { linePlaces } from "./line-places.ts";
import { openForReading } from "./open/open-file.ts";
import { type WorldError, worldError } from "./world-error.ts";

export type LogFile = {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Every line in order; remembers where each one stands. */
  readonly lines: () => Generator<Line, void, undefined>;
  readonly decoded: () => Generator<Decoded, void, undefined>;
  /** A line that `lines` or `decoded` has passed. */
  readonly lineAt: (number: number) => Decoded | undefined;
  readonly close: () => void;
};

export type OpenOptions = {
  /** Told of an agent's log that cannot be read; without it, that is an error. */
  readonly onUnreadable?: (error: WorldError) => void;
  /** Called with the bytes read so far, about once per chunk. */
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
};

/** Small enough that the garbage of a large file stays small. */
const chunkBytes = 256 * 1024;

export function openLog(path: string, { onProgress }: OpenOptions = {}): LogFile {
  const { descriptor, stats } = openForReading(path);
  const places = linePlaces();
  const bytesAt = aheadReader({ descriptor, path });

  function* chunks(): Generator<Uint8Array, void, undefined> {
    let offset = 0;
    for (;;) {
      // A fresh buffer each time: lines keep views into it.
      const buffer = Buffer.allocUnsafeSlow(Math.max(4096, Math.min(chunkBytes, stats.size - offset || chunkBytes)));
      const count = readAt({ descriptor, path }, buffer, offset);
      if (count === 0) return;
      offset += count;
      onProgress?.(offset, stats.size);
      yield buffer.subarray(0, count);
    }
  }

  function* lines(): Generator<Line, void, undefined> {
    for (const line of splitLines(chunks())) {
      places.add(line);
      yield line;
    }
  }

  function* decoded(): Generator<Decoded, void, undefined> {
    for (const line of lines()) yield decodeLine(line);
  }

  return {
    path,
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    lines,
    decoded,
    lineAt(number) {
      const place = places.at(number);
      if (place === undefined) return undefined;
      const [line] = splitLines([bytesAt(place)]);
      return line === undefined ? undefined : decodeLine({ ...line, number, offset: place.offset });
    },
    close: () => closeSync(descriptor),
  };
}

/** Lines that are read one behind the other are read in blocks: a read and a buffer for each would cost more than the line. */
const blockBytes = 64 * 1024;

type Place = { readonly offset: number; readonly length: number };

function aheadReader(file: OpenedFile): (place: Place) => Uint8Array {
  let block = { offset: 0, bytes: Buffer.alloc(0) };
  let nextOffset = 0;
  return ({ offset, length }) => {
    const start = offset - block.offset;
    const isHeld = start >= 0 && start + length <= block.bytes.length;
    if (!isHeld) {
      const isNear = offset >= nextOffset && offset - nextOffset < blockBytes;
      // A fresh buffer each time: lines keep views into it.
      const buffer = Buffer.allocUnsafeSlow(isNear ? Math.max(length, blockBytes) : length);
      block = { offset, bytes: buffer.subarray(0, readAt(file, buffer, offset)) };
    }
    nextOffset = offset + length;
    const from = offset - block.offset;
    return block.bytes.subarray(from, from + length);
  };
}

type OpenedFile = { readonly descriptor: number; readonly path: string };

function readAt({ descriptor, path }: OpenedFile, buffer: Buffer, offset: number): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, offset);
  } catch (error) {
    throw worldError(error, path);
  }
}
