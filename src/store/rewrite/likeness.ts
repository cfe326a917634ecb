// A log -> a mark of it that is the same for a copy under other ids, its hash and what tells whether it changed; it is only read.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Kernel } from "../scan/kernel.ts";
import { startBriefs } from "./brief-kernel.ts";
import { giveBriefs } from "./brief-giving.ts";
import { chunkBytes, roomAt } from "./brief-pass.ts";
import type { BriefGiver } from "./brief-slots.ts";
import { changedMeanwhile } from "./copies.ts";
import type { Disk, DiskFacts } from "./disk.ts";
import { isSameFile } from "./file-facts.ts";

export type Likeness = {
  /**
   * Of all bytes of all lines, but each id counts only as the how-manieth new one it is, and `forkedFrom` not at all. Two logs with
   * the same mark hold the same entries, and ids in one lead where they lead in the other: so they send the same, and break the same rules.
   */
  readonly mark: string;
  readonly lines: number;
  readonly sha256: string;
  /** Of the same bytes, to be held against what was written. */
  readonly crc: number;
  /** Undefined where it changed while it was read. */
  readonly facts: DiskFacts | undefined;
};

/** A log with a longer line is compared in another way: the kernel's memory never shrinks. */
const maxLineBytes = 8 * 1024 * 1024;

/** Undefined where no kernel runs, and for very long lines. `giver`: briefs of the same lines, for whoever reads them meanwhile. */
export function likenessOf(disk: Disk, path: string, giver?: BriefGiver): Likeness | undefined {
  const kernel = startBriefs();
  const descriptor = disk.open(path, "read");
  try {
    const before = disk.facts(descriptor);
    if (before.kind !== "file") throw changedMeanwhile(path);
    const hash = createHash("sha256");
    let crc = 0;
    giver?.begin(before);
    const mark = kernel && markOf(kernel, fill, giver);
    const facts = disk.facts(descriptor);
    return mark && { ...mark, sha256: hash.digest("hex"), crc, facts: isSameFile(before, facts) ? facts : undefined };

    function fill(into: Uint8Array, offset: number): number {
      const count = disk.read(descriptor, into, offset);
      const fresh = into.subarray(0, count);
      hash.update(fresh);
      crc = crc32(fresh, crc);
      return count;
    }
  } finally {
    disk.close(descriptor);
  }
}

type Fill = (into: Uint8Array, offset: number) => number;

function markOf(kernel: Kernel, fill: Fill, giver?: BriefGiver): Pick<Likeness, "mark" | "lines"> | undefined {
  const { calls } = kernel;
  calls.beginLikeness();
  calls.beginGists();
  let capacity = 4 * chunkBytes;
  let buffer = kernel.reserve(capacity);
  for (let [offset, carried] = [0, 0]; ;) {
    if (carried + chunkBytes > capacity) {
      capacity *= 2;
      if (capacity > maxLineBytes) return undefined;
      buffer = kernel.reserve(capacity);
    }
    const from = buffer + carried;
    const fresh = fill(kernel.bytes.subarray(from, from + roomAt(offset)), offset);
    offset += fresh;
    const end = from + fresh;
    if (fresh === 0) {
      // In a copy every line has an end.
      kernel.bytes[end] = 0x0a;
      if (carried > 0) calls.addLikeness(buffer, end + 1);
      break;
    }
    const stop = calls.wholeLines(from, end);
    carried += fresh;
    if (stop === from) continue;
    calls.addLikeness(buffer, stop);
    kernel.refresh();
    if (giver !== undefined) giveBriefs(kernel, giver, { start: buffer, stop, offset: offset - carried });
    carried = end - stop;
    if (carried > 0) kernel.bytes.copyWithin(buffer, stop, end);
  }
  kernel.refresh();
  const at = calls.likenessAt.value;
  return { mark: kernel.bytes.toString("hex", at, at + 16), lines: calls.likenessLines.value };
}
