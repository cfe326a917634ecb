// A path -> reads of its bytes at any place, and of whole lines; opened for reading only, closed by the caller.
import { closeSync, readSync } from "node:fs";
import { type Decoded, decodeLine, maxLineBytes } from "../../format/index.ts";
import { openForReading, worldError } from "../../store/index.ts";

export type FileReader = {
  /** Fills `target` as far as the file goes; how many bytes that were. */
  readonly read: (target: Uint8Array, offset: number) => number;
  readonly modifiedMs: number;
  readonly sizeBytes: number;
  readonly close: () => void;
};

export function openReader(path: string): FileReader {
  const { descriptor, stats } = openForReading(path);
  return {
    read(target, offset) {
      try {
        return readSync(descriptor, target, 0, target.length, offset);
      } catch (error) {
        throw worldError(error, path);
      }
    },
    modifiedMs: stats.mtimeMs,
    sizeBytes: stats.size,
    close: () => closeSync(descriptor),
  };
}

const firstBytes = 16 * 1024;

/** The line that begins at a place; longer ones than a line may be are damaged anyway. */
export function lineFrom(reader: FileReader, offset: number): Decoded {
  let buffer = new Uint8Array(firstBytes);
  for (;;) {
    const count = reader.read(buffer, offset);
    const end = buffer.subarray(0, count).indexOf(0x0a);
    if (end >= 0 || count < buffer.length || buffer.length > maxLineBytes)
      return decodeBytes(buffer.subarray(0, end < 0 ? count : end), offset);
    buffer = new Uint8Array(buffer.length * 4);
  }
}

/** Where the line begins that a place stands in. */
export function lineStart(reader: FileReader, offset: number): number {
  let length = firstBytes;
  for (let end = offset; end > 0;) {
    const start = Math.max(0, end - length);
    const buffer = new Uint8Array(end - start);
    const found = buffer.subarray(0, reader.read(buffer, start)).lastIndexOf(0x0a);
    if (found >= 0) return start + found + 1;
    end = start;
    length *= 4;
  }
  return 0;
}

/** Bytes of a line without its line feed. */
export function decodeBytes(bytes: Uint8Array, offset: number): Decoded {
  const isCrlf = bytes.at(-1) === 0x0d;
  return decodeLine({
    number: 0,
    offset,
    length: bytes.length + 1,
    end: isCrlf ? "crlf" : "lf",
    bytes: bytes.length > maxLineBytes ? undefined : isCrlf ? bytes.subarray(0, -1) : bytes,
  });
}
