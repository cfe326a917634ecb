// A path -> the digest of that log, in this thread; without a kernel that runs here, by parsing.
import type { Digest } from "../../graph/index.ts";
import { type Kernel, kernelModule, startKernel } from "./kernel.ts";
import { openBytes } from "./log-bytes.ts";
import { type ScanOptions, referenceDigest } from "./reference.ts";
import { type ChunkOptions, scanBytes } from "./scan-bytes.ts";
import type { ScannedLog } from "./scanned.ts";

export function scanLog(path: string, options: ScanOptions = {}): Digest {
  return scanFile(path, options).digest;
}

export function scanFile(path: string, options: ChunkOptions = {}): ScannedLog {
  const kernel = ourKernel();
  const log = openBytes(path, options.from?.bytes ?? 0);
  const { sizeBytes, modifiedMs } = log;
  try {
    const digest = kernel === undefined ? referenceDigest(path, options) : scanBytes(kernel, log.read, options);
    return { path, digest, sizeBytes, modifiedMs };
  } finally {
    log.close();
  }
}

/** One line of many megabytes makes the kernel's memory grow, and memory never shrinks: it is left for a new one. */
const mostMemory = 16 * 1024 * 1024;
let started: Kernel | undefined;

/** The kernel of this thread; its tables hold the log that was scanned last. */
export function ourKernel(): Kernel | undefined {
  if (started !== undefined && started.bytes.length <= mostMemory) return started;
  const module = kernelModule();
  started = module === undefined ? undefined : startKernel(module);
  return started;
}
