// A log -> when its last entry was written, from the end of the file alone; undefined when the end does not tell.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { timestampMs } from "../format/index.ts";
import { worldError } from "./world-error.ts";

const tailBytes = 64 * 1024;

export function lastTimeMs(path: string): number | undefined {
  const tail = readTail(path);
  let newestMs: number | undefined;
  for (const [, text] of tail.matchAll(/"timestamp":"([^"]{16,40})"/g)) {
    const ms = timestampMs(text);
    if (ms !== undefined && (newestMs === undefined || ms > newestMs)) newestMs = ms;
  }
  return newestMs;
}

function readTail(path: string): string {
  try {
    const descriptor = openSync(path, "r");
    try {
      const { size } = fstatSync(descriptor);
      const bytes = Buffer.alloc(Math.min(tailBytes, size));
      readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString("latin1");
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw worldError(error, path);
  }
}
