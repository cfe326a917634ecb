// A path -> reads of its bytes at any place, and of whole lines; opened for reading only, closed by the caller.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type Decoded, decodeLine, maxLineBytes } from "../../format/index.ts";
import { WorldError, systemCode } from "../../store/index.ts";

export type FileReader = {
  /** Fills `target` as far as the file goes; how many bytes that were. */
  readonly read: (target: Uint8Array, offset: number) => number;
  readonly modifiedMs: number;
  readonly sizeBytes: number;
  readonly close: () => void;
};

export function openReader(path: string): FileReader {
  const descriptor = opened(path);
  return {
    read(target, offset) {
      try {
        return readSync(descriptor, target, 0, target.length, offset);
      } catch (error) {
        throw worldly(error, path);
      }
    },
    // Most files that are searched hold nothing, and need not be asked.
    get modifiedMs() {
      return fstatSync(descriptor).mtimeMs;
    },
    get sizeBytes() {
      return fstatSync(descriptor).size;
    },
    close: () => closeSync(descriptor),
  };
}

function opened(path: string): number {
  try {
    // Without waiting: a pipe that nobody writes to would hold us for ever.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw worldly(error, path);
  }
}

function worldly(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const reason = code === "EACCES" || code === "EPERM" ? "permission denied" : code;
  return new WorldError("not-readable", `cannot read ${path}: ${reason}`, {
    hint: "it was not searched",
    cause: error,
  });
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
