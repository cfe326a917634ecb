// A path or an open file -> its bytes, read through the disk we were given; only for files that are small, or chunk by chunk.
import { isAbsence } from "../open/open-file.ts";
import type { Disk } from "./disk.ts";

export type WholeOptions = {
  /** A file that is small by nature is not read where it is larger. */
  readonly mostBytes?: number;
};

/** Undefined where no file is there, or a larger one. */
export function readWhole(
  disk: Disk,
  path: string,
  { mostBytes = Infinity }: WholeOptions = {},
): Uint8Array | undefined {
  const descriptor = openIfThere(disk, path);
  if (descriptor === undefined) return undefined;
  try {
    const { kind, sizeBytes } = disk.facts(descriptor);
    if (kind !== "file" || sizeBytes > mostBytes) return undefined;
    return Buffer.concat([...readChunks(disk, descriptor)]);
  } finally {
    disk.close(descriptor);
  }
}

function openIfThere(disk: Disk, path: string): number | undefined {
  try {
    return disk.open(path, "read");
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

export type ChunkOptions = { readonly from?: number; readonly chunkBytes?: number };

/** Each chunk has a buffer of its own: what is read may be kept. */
export function* readChunks(
  disk: Disk,
  descriptor: number,
  { from = 0, chunkBytes = 256 * 1024 }: ChunkOptions = {},
): Generator<Uint8Array, void, undefined> {
  const left = disk.facts(descriptor).sizeBytes - from;
  for (let at = from; ;) {
    const room = Math.max(4096, Math.min(chunkBytes, from + left - at || chunkBytes));
    const buffer = Buffer.allocUnsafeSlow(room);
    const count = disk.read(descriptor, buffer, at);
    if (count === 0) return;
    at += count;
    yield buffer.subarray(0, count);
  }
}
