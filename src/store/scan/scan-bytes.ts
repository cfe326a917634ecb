// The bytes of a log, read chunk by chunk into the kernel's memory -> its digest; memory grows only with the longest line.
import { maxLineBytes } from "../../format/index.ts";
import { type Digest, digester } from "../../graph/index.ts";
import { lineFolder } from "./fold-lines.ts";
import { kernelColumns } from "./kernel-columns.ts";
import type { Kernel } from "./kernel.ts";
import type { LogBytes } from "./log-bytes.ts";
import type { ScanOptions } from "./reference.ts";
import type { Columns } from "./table-columns.ts";

export type ChunkOptions = ScanOptions & {
  readonly chunkBytes?: number;
  /** Told of each chunk that was read. */
  readonly onBytes?: (count: number) => void;
  /** Instead of the columns in the kernel's tables, which are there until the next log. */
  readonly all?: (kernel: Kernel) => Columns;
};

/** Small enough to stay in the processor's own memory between being read and being scanned. */
const ordinaryChunk = 128 * 1024;
const lineFeed = 0x0a;

export function scanBytes(kernel: Kernel, read: LogBytes["read"], options: ChunkOptions = {}): Digest {
  const { from, upTo = "end", chunkBytes = ordinaryChunk, onBytes, all } = options;
  kernel.calls.begin();
  const into = digester(from, kernelColumns(kernel, { start: from, all }));
  const fold = lineFolder(kernel, into);
  let capacity = 2 * chunkBytes;
  let buffer = kernel.reserve(capacity);
  let offset = from?.bytes ?? 0;
  /** Bytes of an unfinished line at the start of the buffer. */
  let carried = 0;
  /** Bytes of a line that is longer than any we read: they are gone. */
  let lost = 0;

  for (;;) {
    if (carried + chunkBytes > capacity) {
      capacity = Math.min(2 * capacity, maxLineBytes + 2 * chunkBytes);
      buffer = kernel.reserve(capacity);
    }
    const fresh = read(kernel.bytes, buffer + carried, chunkBytes);
    if (fresh === 0) break;
    onBytes?.(fresh);
    const end = buffer + carried + fresh;
    const stop = kernel.calls.wholeLines(buffer + carried, end);
    if (stop === buffer + carried) {
      carried += fresh;
      if (carried > maxLineBytes || lost > 0) {
        lost += carried;
        carried = 0;
      }
      continue;
    }
    const start = lost > 0 ? kernel.bytes.indexOf(lineFeed, buffer) + 1 : buffer;
    if (lost > 0) {
      into.skip("too-long");
      offset += lost + start - buffer;
      lost = 0;
    }
    if (start < stop) fold({ start, end: stop, offset });
    offset += stop - start;
    carried = end - stop;
    if (carried > 0) kernel.bytes.copyWithin(buffer, stop, end);
  }

  if (upTo === "end" && lost + carried > 0) {
    if (lost > 0) into.skip("too-long");
    else fold({ start: buffer, end: buffer + carried, offset });
    offset += lost + carried;
  }
  return into.digest(offset);
}
