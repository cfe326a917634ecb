// What a row holds -> a number that tells whether it has changed by itself since; no defence against anybody.
import process from "node:process";

/** Loaded when it is first needed. Every Node that has SQLite has it. */
const zlib = () => process.getBuiltinModule("node:zlib");

export function checksum(...pieces: readonly (string | Uint8Array)[]): number {
  const { crc32 } = zlib();
  let sum = 0;
  for (const piece of pieces) sum = crc32(piece, sum);
  return sum;
}
