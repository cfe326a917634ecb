// Requests from the parent process -> one command on one growing log each, with its CPU time and peak memory; a process of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GCProfiler, getHeapStatistics } from "node:v8";
import { clew } from "../cli/fake-io.ts";
import { commands, isCommand } from "./commands.ts";
import { type Grown, grownHome } from "./grown-home.ts";

export type RunRequest = Grown & { readonly command: string };
export type RunReply = {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly sizeMb: number;
  readonly code: number;
};

const folder = mkdtempSync(join(tmpdir(), "clew-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("disconnect", () => process.exit(0));

const homes = new Map<string, ReturnType<typeof grownHome>>();

/** The homes of one log at a time: a thousand of them would fill the disk. */
function homeOf(request: RunRequest): ReturnType<typeof grownHome> {
  const prefix = `${request.shape}|${request.twist}|`;
  for (const [key, { home }] of homes)
    if (!key.startsWith(prefix)) {
      homes.delete(key);
      rmSync(home, { recursive: true, force: true });
    }
  const key = `${prefix}${request.size}`;
  const known = homes.get(key) ?? grownHome(folder, request);
  homes.set(key, known);
  return known;
}

async function run(request: RunRequest): Promise<RunReply> {
  if (!isCommand(request.command)) throw new Error(`no such command: ${request.command}`);
  const grown = homeOf(request);
  const [cacheDir, dataDir] = [join(grown.home, "cache"), join(grown.home, "data")];
  // What an earlier run keeps in the cache would make the next one free.
  for (const kept of [cacheDir, dataDir]) rmSync(kept, { recursive: true, force: true });
  globalThis.gc?.();
  const before = liveMb(getHeapStatistics());
  const profiler = new GCProfiler();
  profiler.start();
  const cpu = process.cpuUsage();
  const { code } = await clew(commands[request.command](grown), { cacheDir, dataDir });
  const { user, system } = process.cpuUsage(cpu);
  const peakMb = Math.max(0, ...heapsAfterGc(profiler).map((mb) => mb - before));
  return { cpuMs: (user + system) / 1000, peakMb, sizeMb: grown.sizeBytes / 1_048_576, code };
}

/** What was still in use after each collection: garbage that nobody has collected yet does not count. */
const heapsAfterGc = (profiler: GCProfiler): readonly number[] =>
  (profiler.stop()?.statistics ?? []).map(({ afterGC: { heapStatistics: heap } }) =>
    liveMb({ used_heap_size: heap.usedHeapSize, external_memory: heap.externalMemory }),
  );

const liveMb = (heap: { readonly used_heap_size: number; readonly external_memory: number }): number =>
  (heap.used_heap_size + heap.external_memory) / 1_048_576;

process.on("message", (request: RunRequest) => {
  run(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
