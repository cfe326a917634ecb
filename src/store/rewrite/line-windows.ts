// A stretch of whole lines in a file -> as many of them at a time as have room in the kernel's memory.
import type { Kernel } from "../scan/kernel.ts";

export type Stretch = {
  readonly read: (into: Uint8Array, offset: number) => number;
  readonly offset: number;
  readonly length: number;
  /** The number of the first line. */
  readonly number: number;
};

export type LineWindow = {
  readonly start: number;
  /** Behind the last of the lines. */
  readonly stop: number;
  /** Where the first of them stands in the file. */
  readonly offset: number;
};

const chunkBytes = 256 * 1024;
/** With room for what is carried over. */
export const windowBytes = 4 * 1024 * 1024;

/** Each is there until the next is asked for. Ends early at a line that is too long for this, at one that nothing ends, and where the file is not as it was. */
export function* lineWindows(kernel: Kernel, stretch: Stretch): Generator<LineWindow, void, undefined> {
  const { read, length, offset } = stretch;
  const start = kernel.reserve(windowBytes);
  let [given, carried] = [0, 0];
  while (given < length) {
    const room = Math.min(chunkBytes, length - given - carried);
    if (room <= 0 || carried + chunkBytes > windowBytes) return;
    const from = start + carried;
    const fresh = read(kernel.bytes.subarray(from, from + room), offset + given + carried);
    if (fresh === 0) return;
    const end = from + fresh;
    const stop = kernel.calls.wholeLines(from, end);
    carried += fresh;
    if (stop === from) continue;
    yield { start, stop, offset: offset + given };
    given += stop - start;
    carried = end - stop;
    if (carried > 0) kernel.bytes.copyWithin(start, stop, end);
  }
}
