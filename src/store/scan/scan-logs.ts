// Paths -> the digests of those logs, in as many threads as asked for; a log that cannot be read fails alone.
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { WorldError, systemCode } from "../world-error.ts";
import { kernelModule } from "./kernel.ts";
import { doneBytes, scanFiles, sharedNumbers } from "./scan-files.ts";
import type { ScanFailure, ScannedLog, ScannedLogs } from "./scanned.ts";
import { readColumns } from "./table-columns.ts";
import { slabOf } from "./tables.ts";
import { type Thread, type ThreadAnswer, startThread } from "./thread.ts";

export type ScanLogsOptions = {
  readonly threads?: number;
  /** Told now and then how many bytes of all logs are done. */
  readonly onProgress?: (doneBytes: number) => void;
  /** Where the sizes are known already, so that nothing is looked at twice. */
  readonly sizeOf?: (path: string, place: number) => number;
  /** Given each log as soon as it is done, in any order, while other threads go on; then none is kept for the end. */
  readonly onLog?: (log: ScannedLog) => void;
};

/** A thread takes its time to start: what is done sooner is done without. */
const worthAThread = 32 * 1024 * 1024;
const progressMs = 100;
/** Looking for what other threads have sent takes as long as a small file. */
const filesPerPoll = 32;

const spare: Thread[] = [];

/**
 * Starts a thread for the next scan while there is other work to do: for those who know that it will be a large one, and
 * that the process ends after it.
 */
export function prepareScan(): void {
  const module = availableParallelism() > 1 && spare.length === 0 ? kernelModule() : undefined;
  if (module !== undefined) spare.push(startThread(module, "lightly"));
}

export async function scanLogs(
  paths: readonly string[],
  { threads, onProgress, sizeOf = sizeOnDisk, onLog }: ScanLogsOptions = {},
): Promise<ScannedLogs> {
  const others: Thread[] = [];
  const sized: { readonly path: string; readonly place: number; readonly size: number }[] = [];
  let total = 0;
  for (const [place, path] of paths.entries()) {
    const size = sizeOf(path, place);
    sized.push({ path, place, size });
    total += size;
    // As soon as it is known to pay: threads start while the rest is looked up.
    if (others.length === 0 && (threads !== undefined || total >= worthAThread)) startOthers();
  }
  // The largest first: what is left for the end is small, and no thread waits long for another.
  const ordered = sized.toSorted((a, b) => b.size - a.size);
  const work = {
    paths: ordered.map(({ path }) => path),
    shared: new Int32Array(new SharedArrayBuffer(4 * sharedNumbers)),
  };
  const logs: (ScannedLog | undefined)[] = Array.from({ length: paths.length });
  const failed: (ScanFailure | undefined)[] = Array.from({ length: paths.length });
  for (const other of others) other.give(work, take);
  let sincePoll = 0;
  scanFiles(work, {
    onLog(index, log) {
      keep(index, log);
      if (++sincePoll < filesPerPoll) return;
      sincePoll = 0;
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

  function startOthers(): void {
    const module = kernelModule();
    const wanted = Math.min(threads ?? Math.min(2, availableParallelism()), paths.length);
    while (module !== undefined && others.length < wanted - 1)
      others.push(spare.pop() ?? startThread(module, "as-usual"));
  }

  function keep(index: number, log: ScannedLog): void {
    if (onLog === undefined) logs[ordered[index]?.place ?? 0] = log;
    else onLog(log);
  }

  function fail(index: number, failure: ScanFailure): void {
    failed[ordered[index]?.place ?? 0] = failure;
  }

  function take(answer: ThreadAnswer): void {
    const slab = slabOf(answer.slab);
    for (const { index, digest: said, base, sizeBytes, modifiedMs } of answer.logs) {
      // It came to us alone, with empty columns: they are filled in.
      const digest = Object.assign(said, readColumns({ slab, base }));
      keep(index, { path: work.paths[index] ?? "", digest, sizeBytes, modifiedMs });
    }
    for (const { index, code, message, hint } of answer.failed)
      fail(index, { path: work.paths[index] ?? "", error: new WorldError(code, message, { hint }) });
  }
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
