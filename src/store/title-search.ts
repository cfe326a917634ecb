// A log and a title -> whether that title was given to it; looks for the bytes, parses nothing.
import { closeSync, openSync, readSync } from "node:fs";
import { worldError } from "./world-error.ts";

export function hasTitle(path: string, title: string): boolean {
  const needles = ["customTitle", "aiTitle", "summary"].map((key) => Buffer.from(`"${key}":${JSON.stringify(title)}`));
  const overlap = Math.max(...needles.map((needle) => needle.length));
  const buffer = Buffer.allocUnsafe(1024 * 1024 + overlap);
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    throw worldError(error, path);
  }
  try {
    let kept = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, kept, buffer.length - kept, null);
      if (count === 0) return false;
      const seen = buffer.subarray(0, kept + count);
      if (needles.some((needle) => seen.includes(needle))) return true;
      kept = Math.min(overlap, seen.length);
      seen.copyWithin(0, seen.length - kept);
    }
  } finally {
    closeSync(descriptor);
  }
}
