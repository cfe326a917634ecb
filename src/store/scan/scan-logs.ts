// Paths -> the digests of those logs, in as many threads as asked for; a log that cannot be read fails alone.
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { unpackDigest } from "../../graph/index.ts";
import { WorldError, systemCode } from "../world-error.ts";
import { kernelModule } from "./kernel.ts";
import { doneBytes, scanFiles, sharedNumbers } from "./scan-files.ts";
import type { ScanFailure, ScannedLog, ScannedLogs } from "./scanned.ts";
import { type ThreadAnswer, startThread } from "./thread.ts";

export type ScanLogsOptions = {
  readonly threads?: number;
  /** Told now and then how many bytes of all logs are done. */
  readonly onProgress?: (doneBytes: number) => void;
  /** Where the sizes are known already, so that nothing is looked at twice. */
  readonly sizeOf?: (path: string) => number;
  /** Told of each log as soon as it is done, in any order, while other threads go on. */
  readonly onLog?: (log: ScannedLog) => void;
};

/** A thread takes its time to start: what is done sooner is done without. */
const worthAThread = 32 * 1024 * 1024;
const progressMs = 100;

export async function scanLogs(
  paths: readonly string[],
  { threads, onProgress, sizeOf = sizeOnDisk, onLog }: ScanLogsOptions = {},
): Promise<ScannedLogs> {
  const sized = paths.map((path, place) => ({ path, place, size: sizeOf(path) }));
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  // The largest first: what is left for the end is small, and no thread waits long for another.
  const ordered = sized.toSorted((a, b) => b.size - a.size);
  const work = { paths: ordered.map(({ path }) => path), shared: new Int32Array(new SharedArrayBuffer(4 * sharedNumbers)) };
  const logs: (ScannedLog | undefined)[] = Array.from({ length: paths.length });
  const failed: (ScanFailure | undefined)[] = Array.from({ length: paths.length });

  function keep(index: number, log: ScannedLog): void {
    logs[ordered[index]?.place ?? 0] = log;
    onLog?.(log);
  }

  function fail(index: number, failure: ScanFailure): void {
    failed[ordered[index]?.place ?? 0] = failure;
  }

  function take(answer: ThreadAnswer): void {
    for (const { index, packed, sizeBytes, modifiedMs } of answer.logs) {
      const digest = unpackDigest(packed);
      if (digest === undefined) throw new Error("a scan thread gave an unreadable digest");
      keep(index, { path: work.paths[index] ?? "", digest, sizeBytes, modifiedMs });
    }
    for (const { index, code, message, hint } of answer.failed)
      fail(index, { path: work.paths[index] ?? "", error: new WorldError(code, message, { hint }) });
  }

  const module = kernelModule();
  const wanted = threads ?? (total < worthAThread ? 1 : Math.min(2, availableParallelism()));
  const helpers = module === undefined ? 0 : Math.max(0, Math.min(wanted, paths.length) - 1);
  const others =
    module === undefined ? [] : Array.from({ length: helpers }, () => startThread({ ...work, module }, take));
  scanFiles(work, {
    onLog(index, log) {
      keep(index, log);
      for (const other of others) other.poll();
    },
    onFailure: fail,
    ...(onProgress && { onChunk: () => onProgress(doneBytes(work.shared)) }),
  });
  const ticking = onProgress && setInterval(() => onProgress(doneBytes(work.shared)), progressMs);
  try {
    await Promise.all(others.map((other) => other.done()));
  } finally {
    clearInterval(ticking);
  }
  return { logs: logs.filter((log) => log !== undefined), failed: failed.filter((one) => one !== undefined) };
}

/** A file that is not there fails when it is opened. */
function sizeOnDisk(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return 0;
  }
}
