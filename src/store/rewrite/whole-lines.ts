// A log that may be growing -> its bytes up to a known size, and of those only whole lines; what is appended meanwhile is left for later.
import { changedMeanwhile } from "./copies.ts";
import type { Disk, DiskFacts } from "./disk.ts";

const chunkBytes = 1024 * 1024;

/** As much as it held when it was looked at. */
export function* chunksUpTo(disk: Disk, path: string, facts: DiskFacts): Generator<Uint8Array, void, undefined> {
  const descriptor = disk.open(path, "read");
  try {
    const now = disk.facts(descriptor);
    if (now.kind !== "file" || now.inode !== facts.inode) throw changedMeanwhile(path);
    for (let at = 0; at < facts.sizeBytes;) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, facts.sizeBytes - at));
      const count = disk.read(descriptor, buffer, at);
      if (count === 0) throw changedMeanwhile(path);
      at += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    disk.close(descriptor);
  }
}

/** Without what stands behind the last line feed. */
export function* wholeLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let open: Uint8Array[] = [];
  for (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      open.push(chunk);
      continue;
    }
    yield* open;
    yield chunk.subarray(0, end);
    open = end === chunk.length ? [] : [chunk.subarray(end)];
  }
}
