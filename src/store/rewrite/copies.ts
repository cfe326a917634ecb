// A file -> its bytes chunk by chunk, or its hash, with the promise that it did not change meanwhile; it is only read.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { WorldError } from "../world-error.ts";
import type { Disk, DiskFacts } from "./disk.ts";
import { isSameFile } from "./file-facts.ts";
import { readChunks } from "./read-whole.ts";

const chunkBytes = 1024 * 1024;

/** Up to the size it has when it is opened: what is appended later does not belong to it. */
export function* steadyChunks(disk: Disk, path: string): Generator<Uint8Array, DiskFacts, undefined> {
  const descriptor = disk.open(path, "read");
  try {
    const before = disk.facts(descriptor);
    if (before.kind !== "file") throw changedMeanwhile(path);
    yield* readChunks(disk, descriptor, { chunkBytes });
    if (!isSameFile(before, disk.facts(descriptor))) throw changedMeanwhile(path);
    return before;
  } finally {
    disk.close(descriptor);
  }
}

export type Hashed = { readonly sha256: string; readonly crc: number; readonly facts: DiskFacts };

/** Through one buffer: what is only hashed need not be kept. */
export function hashFile(disk: Disk, path: string): Hashed {
  const descriptor = disk.open(path, "read");
  try {
    const facts = disk.facts(descriptor);
    if (facts.kind !== "file") throw changedMeanwhile(path);
    const hash = createHash("sha256");
    let crc = 0;
    const buffer = Buffer.allocUnsafeSlow(Math.max(4096, Math.min(chunkBytes, facts.sizeBytes + 1)));
    for (let at = 0; ;) {
      const count = disk.read(descriptor, buffer, at);
      if (count === 0) break;
      const fresh = buffer.subarray(0, count);
      hash.update(fresh);
      crc = crc32(fresh, crc);
      at += count;
    }
    if (!isSameFile(facts, disk.facts(descriptor))) throw changedMeanwhile(path);
    return { sha256: hash.digest("hex"), crc, facts };
  } finally {
    disk.close(descriptor);
  }
}

export const changedMeanwhile = (path: string): WorldError =>
  new WorldError("changed", `${path} changed while it was read`, { hint: "try again when no client has it open" });
