// An open log -> any stretch of it, read a window at a time: what is asked for stands mostly close together, and every read takes its time.
import { readSync } from "node:fs";

/** The bytes are good until the next question; fewer than asked for where the file ends. */
export type LogWindow = (offset: number, length: number) => Buffer;

const windowBytes = 128 * 1024;

/** Memory for one window; fresh memory for every log costs more than reading it. */
export const windowRoom = (): Buffer => Buffer.allocUnsafeSlow(windowBytes);

/** `aheadBytes` are read at least, for the next question; more is worth it where all that stands together is asked for. */
export function logWindow(descriptor: number, room: Buffer, aheadBytes = windowBytes): LogWindow {
  let start = 0;
  let filled = 0;
  return (offset, length) => {
    if (length > windowBytes) {
      const bytes = Buffer.allocUnsafeSlow(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
    }
    if (offset < start || offset + length > start + filled) {
      start = offset;
      filled = readSync(descriptor, room, 0, Math.max(length, aheadBytes), offset);
    }
    return room.subarray(offset - start, Math.min(offset - start + length, filled));
  };
}
