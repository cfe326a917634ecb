// A path -> the bytes of a small regular file; a file larger than the limit is refused, not read.
import { closeSync, readSync } from "node:fs";
import { WorldError, worldError } from "../world-error.ts";
import { type OpenFileOptions, openForReading } from "./open-file.ts";

export type SmallFileOptions = OpenFileOptions & { readonly mostBytes: number };

const mebibyte = 1024 * 1024;
/** Enough for every note that Claude Code or clew keeps beside the logs. */
export const noteBytes = mebibyte;

export function readSmallFile(path: string, { mostBytes, ...options }: SmallFileOptions): Buffer {
  const { descriptor, stats } = openForReading(path, options);
  try {
    if (stats.size > mostBytes) throw tooLarge(path, mostBytes);
    const chunks: Buffer[] = [];
    // Some systems report no size for files they make up, and a file may grow meanwhile.
    for (let at = 0; ;) {
      const chunk = Buffer.allocUnsafeSlow(Math.max(4096, stats.size - at + 1));
      const count = readSync(descriptor, chunk, 0, chunk.length, at);
      if (count === 0) return Buffer.concat(chunks, at);
      at += count;
      if (at > mostBytes) throw tooLarge(path, mostBytes);
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    throw worldError(error, path);
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined where nothing is there; any other problem is thrown. */
export function readSmallFileIfThere(path: string, options: SmallFileOptions): Buffer | undefined {
  return orUndefined(
    () => readSmallFile(path, options),
    ({ code }) => code === "not-found",
  );
}

/** Undefined where the file cannot be read, for callers that can do without it. */
export function readSmallFileIfReadable(path: string, options: SmallFileOptions): Buffer | undefined {
  return orUndefined(
    () => readSmallFile(path, options),
    () => true,
  );
}

function orUndefined<T>(read: () => T, isExpected: (error: WorldError) => boolean): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorldError && isExpected(error)) return undefined;
    throw error;
  }
}

function tooLarge(path: string, mostBytes: number): WorldError {
  return new WorldError("not-readable", `cannot read ${path}: it is larger than ${mostBytes / mebibyte} MiB`, {
    hint: "move it away if it does not belong there",
  });
}
