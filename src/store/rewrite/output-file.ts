// Pieces of bytes -> a new file that holds them, hashed on the way and safe on the disk; never a file that was there before.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { AheadSync, Disk } from "./disk.ts";

export type Written = { readonly sha256: string; readonly sizeBytes: number };
/** What was written, by a sum that costs almost nothing: enough to see whether a disk gives back what it got. */
export type Summed = { readonly crc: number; readonly sizeBytes: number };

/** Large enough that a log of gigabytes is a few thousand calls. */
const bufferBytes = 1024 * 1024;
const syncBytes = 32 * 1024 * 1024;
/** A piece of this size is worth a call of its own: it need not be copied first. */
const largePiece = 128 * 1024;

/** What is given to the new file; `onWritten` is told how large it is so far. */
export type Content = {
  readonly pieces: Iterable<Uint8Array>;
  readonly onWritten?: ((sizeBytes: number) => void) | undefined;
};

export function writeNewFile(disk: Disk, path: string, content: Iterable<Uint8Array> | Content): Written {
  const hash = createHash("sha256");
  const { sizeBytes } = writeFile(disk, path, { ...contentOf(content), onBytes: (bytes) => void hash.update(bytes) });
  return { sha256: hash.digest("hex"), sizeBytes };
}

/** For what somebody else hashes as it is read back. */
export function writeSummed(disk: Disk, path: string, content: Content): Summed {
  let crc = 0;
  const { sizeBytes } = writeFile(disk, path, { ...content, onBytes: (bytes) => (crc = crc32(bytes, crc)) });
  return { crc, sizeBytes };
}

const contentOf = (content: Iterable<Uint8Array> | Content): Content =>
  "pieces" in content ? content : { pieces: content };

type Passed = Content & { readonly onBytes: (bytes: Uint8Array) => void };

function writeFile(disk: Disk, path: string, content: Passed): Pick<Written, "sizeBytes"> {
  const descriptor = disk.open(path, "create");
  let ahead: AheadSync | undefined;
  const syncAhead = (): void => {
    ahead ??= disk.syncAhead?.(path);
    ahead?.begin();
  };
  try {
    const written = writePieces(disk, descriptor, { ...content, syncAhead });
    disk.sync(descriptor);
    return written;
  } finally {
    ahead?.end();
    disk.close(descriptor);
  }
}

type Writing = Passed & { readonly syncAhead: () => void };

function writePieces(
  disk: Disk,
  descriptor: number,
  { pieces, onWritten, onBytes, syncAhead }: Writing,
): Pick<Written, "sizeBytes"> {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let filled = 0;
  let sizeBytes = 0;
  /** How much of it is on its way to the disk. */
  let begun = 0;

  const pass = (bytes: Uint8Array): void => {
    onBytes(bytes);
    writeAll(disk, descriptor, bytes);
    sizeBytes += bytes.length;
    if (sizeBytes - begun >= syncBytes) {
      syncAhead();
      begun = sizeBytes;
    }
    onWritten?.(sizeBytes);
  };
  const flush = (): void => {
    if (filled > 0) pass(buffer.subarray(0, filled));
    filled = 0;
  };

  for (const piece of pieces) {
    if (piece.length > bufferBytes - filled || piece.length >= largePiece) flush();
    if (piece.length >= largePiece) {
      pass(piece);
      continue;
    }
    buffer.set(piece, filled);
    filled += piece.length;
  }
  flush();
  return { sizeBytes };
}

/** A disk may take less than it is given, for instance when it is almost full. */
export function writeAll(disk: Disk, descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const taken = disk.write(descriptor, at === 0 ? bytes : bytes.subarray(at));
    if (taken === 0) throw Object.assign(new Error("nothing more was taken"), { code: "EIO" });
    at += taken;
  }
}
