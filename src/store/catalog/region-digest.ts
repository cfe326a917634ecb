// An open log, the digest of its first lines and a place behind them -> the digest up to that place; by the kernel where that pays.
import { readSync } from "node:fs";
import type { Digest } from "../../graph/index.ts";
import { type Kernel, kernelModule, startKernel } from "../scan/kernel.ts";
import { digestOf } from "../scan/reference.ts";
import { scanBytes } from "../scan/scan-bytes.ts";

export type Region = {
  readonly descriptor: number;
  /** Of all lines in front. */
  readonly from: Digest | undefined;
  /** Behind a line feed. */
  readonly to: number;
};

/** So much is parsed before a kernel is ready: with less, none is started. */
const smallBytes = 256 * 1024;
let parsedBytes = 0;

export function regionDigest(region: Region): Digest {
  const { from, to } = region;
  const options = from === undefined ? {} : { from };
  parsedBytes += to - (from?.bytes ?? 0);
  const kernel = parsedBytes < smallBytes ? undefined : ourKernel();
  const read = reader(region);
  return kernel === undefined ? digestOf(chunksOf(read), options) : scanBytes(kernel, read, options);
}

type Read = (target: Uint8Array, at: number, count: number) => number;

function reader({ descriptor, from, to }: Region): Read {
  let offset = from?.bytes ?? 0;
  return (target, at, count) => {
    const wanted = Math.min(count, to - offset);
    const done = wanted === 0 ? 0 : readSync(descriptor, target, at, wanted, offset);
    offset += done;
    return done;
  };
}

function* chunksOf(read: Read): Generator<Uint8Array, void, undefined> {
  for (;;) {
    // A fresh buffer each time: lines keep views into it.
    const chunk = new Uint8Array(smallBytes);
    const count = read(chunk, 0, smallBytes);
    if (count === 0) return;
    yield chunk.subarray(0, count);
  }
}

/** A line of many megabytes makes a kernel's memory grow, which never shrinks: then the next log gets a new one. */
const mostMemory = 16 * 1024 * 1024;
let started: Kernel | undefined;

function ourKernel(): Kernel | undefined {
  if (started !== undefined && started.bytes.length <= mostMemory) return started;
  const module = kernelModule();
  started = module === undefined ? undefined : startKernel(module);
  return started;
}
