// A log -> when its last entry was written, from the end of the file alone; undefined when the end does not tell.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { timestampMs } from "../format/index.ts";
import { worldError } from "./world-error.ts";

/** First a little; if the last line is a long one, more. */
const tailBytes = [64 * 1024, 4 * 1024 * 1024] as const;

export function lastTimeMs(path: string): number | undefined {
  for (const bytes of tailBytes) {
    const found = newestIn(readTail(path, bytes));
    if (found !== undefined) return found;
  }
  return undefined;
}

function newestIn(tail: string): number | undefined {
  let newestMs: number | undefined;
  for (const [, text] of tail.matchAll(/"timestamp"\s*:\s*"([^"]{16,40})"/g)) {
    const ms = timestampMs(text);
    if (ms !== undefined && (newestMs === undefined || ms > newestMs)) newestMs = ms;
  }
  return newestMs;
}

function readTail(path: string, tailLength: number): string {
  try {
    const descriptor = openSync(path, "r");
    try {
      const { size } = fstatSync(descriptor);
      const bytes = Buffer.alloc(Math.min(tailLength, size));
      readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString("latin1");
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw worldError(error, path);
  }
}
