// An open file and a place in it -> hashes of its first bytes, of some in between and of those before the place: whether it is still the same log.
import { createHash } from "node:crypto";
import { readSync } from "node:fs";

const headBytes = 4096;
/** All of a small log: then no change in it goes unseen, whatever was appended at the same time. */
const tailBytes = 64 * 1024;
/** Of what lies between them, at even distances: a log that was written over there is mostly told. */
const samples = 16;
const sampleBytes = 4096;

export type FingerPrint = { readonly head: Uint8Array; readonly tail: Uint8Array };

export function fingerPrint(descriptor: number, covered: number): FingerPrint {
  const tailLength = Math.min(tailBytes, covered);
  const tailAt = covered - tailLength;
  return { head: hashAt(descriptor, headPlaces(covered, tailAt)), tail: hashAt(descriptor, [[tailAt, tailLength]]) };
}

type Stretch = readonly [offset: number, length: number];

/** The first bytes, and samples between them and the last ones. */
function headPlaces(covered: number, tailAt: number): readonly Stretch[] {
  const first: Stretch = [0, Math.min(headBytes, covered)];
  const between = tailAt - headBytes;
  if (between <= 0) return [first];
  if (between <= samples * sampleBytes) return [first, [headBytes, between]];
  const step = (between - sampleBytes) / (samples - 1);
  return [
    first,
    ...Array.from({ length: samples }, (_, at): Stretch => [headBytes + Math.floor(at * step), sampleBytes]),
  ];
}

export function isSamePrint(a: FingerPrint, b: FingerPrint): boolean {
  return Buffer.compare(a.head, b.head) === 0 && Buffer.compare(a.tail, b.tail) === 0;
}

function hashAt(descriptor: number, places: readonly Stretch[]): Uint8Array {
  const hash = createHash("sha1");
  for (const [offset, length] of places) {
    const bytes = Buffer.allocUnsafeSlow(length);
    hash.update(bytes.subarray(0, length === 0 ? 0 : readSync(descriptor, bytes, 0, length, offset)));
  }
  return hash.digest();
}
