// An open file and a place in it -> hashes of its first bytes and of those before the place: whether it is still the same log.
import { createHash } from "node:crypto";
import { readSync } from "node:fs";

const headBytes = 4096;
/** All of a small log: then no change in it goes unseen, whatever was appended at the same time. */
const tailBytes = 64 * 1024;

export type FingerPrint = { readonly head: Uint8Array; readonly tail: Uint8Array };

export function fingerPrint(descriptor: number, covered: number): FingerPrint {
  const tailLength = Math.min(tailBytes, covered);
  return {
    head: hashAt(descriptor, 0, Math.min(headBytes, covered)),
    tail: hashAt(descriptor, covered - tailLength, tailLength),
  };
}

export function isSamePrint(a: FingerPrint, b: FingerPrint): boolean {
  return Buffer.compare(a.head, b.head) === 0 && Buffer.compare(a.tail, b.tail) === 0;
}

function hashAt(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  const count = length === 0 ? 0 : readSync(descriptor, bytes, 0, length, offset);
  return createHash("sha1").update(bytes.subarray(0, count)).digest();
}
