// A kernel, a seed and a number of lines -> the first breach of the law, or how much was compared without one.
import type { Kernel } from "../../src/store/scan/kernel.ts";
import { chanceOf } from "./chance.ts";
import { logOf } from "./hostile-lines.ts";
import { type Breach, breachOfDigest, breachOfLines } from "./law.ts";

export type FuzzRun = {
  readonly lines: number;
  /** Lines that the kernel read without help. */
  readonly good: number;
  readonly breach: Breach | undefined;
  readonly log: string;
};

export function fuzz(kernel: Kernel, seed: number, wanted: number): FuzzRun {
  const chance = chanceOf(seed);
  let lines = 0;
  let good = 0;
  while (lines < wanted) {
    const count = chance.whole(1, 12);
    const bytes = logOf(chance, count);
    const single = breachOfLines(kernel, bytes);
    const breach = single.breach ?? breachOfDigest(kernel, bytes, chance);
    if (breach !== undefined) return { lines, good, breach, log: Buffer.from(bytes).toString("utf8") };
    lines += count;
    good += single.good;
  }
  return { lines, good, breach: undefined, log: "" };
}
