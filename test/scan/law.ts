// The law: what the kernel makes of bytes is what the reference makes of them, in whatever pieces they come.
import { isDeepStrictEqual } from "node:util";
import { decodeLine, locate, splitLines } from "../../src/format/index.ts";
import { type Digest, lineFacts, packDigest } from "../../src/graph/index.ts";
import { type KernelBlock, kernelFacts } from "../../src/store/scan/kernel-facts.ts";
import type { Kernel } from "../../src/store/scan/kernel.ts";
import { contentSizes, digestOf } from "../../src/store/scan/reference.ts";
import { scanBytes } from "../../src/store/scan/scan-bytes.ts";
import type { Chance } from "./chance.ts";
import { pickFrom } from "./hostile-values.ts";

export type Breach = { readonly what: string; readonly ours: unknown; readonly theirs: unknown };

const isSame = (a: Digest, b: Digest): boolean => Buffer.compare(packDigest(a), packDigest(b)) === 0;

/** Chunks of any size, reads that give less than was asked for, and memory full of what earlier logs left there. */
export function breachOfDigest(kernel: Kernel, bytes: Uint8Array, chance: Chance): Breach | undefined {
  const upTo = chance.one(0.3) ? "last-line-feed" : "end";
  const theirs = digestOf([bytes], { upTo });
  const chunkBytes = pickFrom(chance, [64, 100, 1000, 4096, 65_536]);
  soil(kernel, chunkBytes, chance);
  const ours = scanBytes(kernel, sourceOf(bytes, chance), { upTo, chunkBytes });
  if (!isSame(ours, theirs)) return { what: `digest in chunks of ${chunkBytes}`, ours, theirs };
  return breachOfGoingOn(kernel, { bytes, whole: theirs, upTo }, chance);
}

type Whole = { readonly bytes: Uint8Array; readonly whole: Digest; readonly upTo: "last-line-feed" | "end" };

/** A log that grew: the digest of its first lines and what came since give the digest of all. */
function breachOfGoingOn(kernel: Kernel, { bytes, whole, upTo }: Whole, chance: Chance): Breach | undefined {
  const cut = bytes.subarray(0, chance.whole(0, bytes.length));
  const from = scanBytes(kernel, sourceOf(cut, chance), { upTo: "last-line-feed" });
  const ours = scanBytes(kernel, sourceOf(bytes.subarray(from.bytes), chance), { from, upTo });
  return isSame(ours, whole) ? undefined : { what: `digest from byte ${from.bytes} on`, ours, theirs: whole };
}

function soil(kernel: Kernel, chunkBytes: number, chance: Chance): void {
  const at = kernel.reserve(2 * chunkBytes);
  kernel.bytes.fill(pickFrom(chance, [0x22, 0x5c, 0x0a, 0x7b, 0x7d, 0x30, 0x20]), at, at + 2 * chunkBytes + 200);
}

function sourceOf(bytes: Uint8Array, chance: Chance): (target: Uint8Array, at: number, count: number) => number {
  let from = 0;
  return (target, at, count) => {
    const part = bytes.subarray(from, from + chance.whole(1, count));
    target.set(part, at);
    from += part.length;
    return part.length;
  };
}

/** Line by line: facts equal to those of the parsed line, ranges equal to where `locate` finds the values. */
export function breachOfLines(kernel: Kernel, bytes: Uint8Array): { readonly good: number; readonly breach?: Breach } {
  let good = 0;
  for (const line of splitLines([bytes])) {
    if (line.bytes === undefined) continue;
    const content = line.bytes;
    // Only the first line may have a mark, and the kernel takes each line for a first one here.
    if (line.offset > 0 && content[0] === 0xef) continue;
    const decoded = decodeLine(line);
    const read = kernelFacts(kernel, content);
    if (read.verdict === "blank" && decoded.kind !== "blank")
      return { good, breach: { what: "blank", ours: "blank", theirs: decoded.kind } };
    if (read.verdict !== "good") continue;
    good += 1;
    if (decoded.kind !== "entry" && decoded.kind !== "other")
      return { good, breach: { what: "good", ours: "good", theirs: decoded.kind } };
    const facts = lineFacts(decoded.raw, contentSizes(content));
    if (!isDeepStrictEqual(read.facts, facts))
      return { good, breach: { what: "facts", ours: read.facts, theirs: facts } };
    const ranges = read.blocks.map((block) => placesOf(content, block.index));
    if (!isDeepStrictEqual(read.blocks, ranges))
      return { good, breach: { what: "ranges", ours: read.blocks, theirs: ranges } };
  }
  return { good };
}

function placesOf(line: Uint8Array, index: number): KernelBlock {
  const place = (key: string) => locate(line, ["message", "content", index, key]);
  return {
    index,
    text: place("text"),
    thinking: place("thinking"),
    input: place("input"),
    content: place("content"),
  };
}
