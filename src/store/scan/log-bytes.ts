// A path -> its bytes from a place on, read into memory that the caller lends; opened for reading only, closed by the caller.
import { closeSync, readSync } from "node:fs";
import { openForReading } from "../open/open-file.ts";
import { worldError } from "../world-error.ts";

export type LogBytes = {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Fills `target` from its place `at` on, at most `count` bytes; 0 at the end of the file. */
  readonly read: (target: Uint8Array, at: number, count: number) => number;
  readonly close: () => void;
};

export function openBytes(path: string, from: number): LogBytes {
  const { descriptor, stats } = openForReading(path);
  let offset = from;
  return {
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    read(target, at, count) {
      // What was appended since is for the next scan; asking for the end of each of many files takes its time.
      if (offset >= stats.size) return 0;
      try {
        const done = readSync(descriptor, target, at, count, offset);
        offset += done;
        return done;
      } catch (error) {
        throw worldError(error, path);
      }
    },
    close: () => closeSync(descriptor),
  };
}
