// The compiled kernel -> a line finder that passes sixty-four bytes at a time; undefined on a machine that cannot run it.
import { readFileSync } from "node:fs";
import type { Needles } from "../query/needles.ts";
import { type WasmMemory, type WasmModule, builtPath, compileModule, startModule } from "../../store/index.ts";
import type { LineFinder, RawLine } from "./line-finder.ts";

type Kernel = {
  readonly memory: WasmMemory;
  readonly room: () => number;
  readonly needlePlace: () => number;
  readonly foundPlace: () => number;
  readonly prepare: (count: number, rare: number) => void;
  readonly mindEscapes: (kind: number) => void;
  readonly search: (start: number, end: number) => number;
  readonly nextRun: (start: number, end: number) => number;
  readonly lineFeeds: (start: number, end: number) => number;
  readonly reached: () => number;
};

const pageBytes = 64 * 1024;
/** The kernel looks this far beyond the end, and minds nothing there. */
const slackBytes = 1024;

export function kernelFinder({ runs, escapes }: Needles): LineFinder | undefined {
  const kernel = loadKernel();
  if (kernel === undefined || runs.some((run) => run.length > 255)) return undefined;
  const first = startOf(kernel);
  const probes = runs.map((run) => ({ run, rare: rarestPair(run) }));
  for (const probe of probes.slice(0, 1)) prepare(kernel, probe);
  let memory = new Uint8Array(0);
  return {
    room(capacity) {
      if (memory.length === capacity) return memory;
      grow(kernel, first + capacity + slackBytes);
      memory = new Uint8Array(kernel.memory.buffer, first, capacity);
      return memory;
    },
    lines: (start, end) => foundLines(kernel, { probes, escapes }, { first, start: first + start, end: first + end }),
  };
}

export type RunFinder = {
  /** Memory to read into, as large as asked for when it was made. */
  readonly room: Buffer;
  /** Where the run stands next, or -1. */
  readonly next: (start: number, end: number) => number;
  readonly lineFeeds: (end: number) => number;
};

/** For a run of which every place is wanted, and the lines in front of it. */
export function runFinder(run: Uint8Array, capacity: number): RunFinder {
  const kernel = loadKernel();
  if (kernel === undefined) return plainRunFinder(run, capacity);
  const first = startOf(kernel);
  grow(kernel, first + capacity + slackBytes);
  prepare(kernel, { run, rare: rarestPair(run) });
  kernel.mindEscapes(0);
  return {
    room: Buffer.from(kernel.memory.buffer, first, capacity),
    next(start, end) {
      const at = kernel.nextRun(first + start, first + end);
      return at < first + end ? at - first : -1;
    },
    lineFeeds: (end) => kernel.lineFeeds(first, first + end),
  };
}

function plainRunFinder(run: Uint8Array, capacity: number): RunFinder {
  const room = Buffer.alloc(capacity);
  return {
    room,
    next: (start, end) => room.subarray(0, end).indexOf(run, start),
    lineFeeds: (end) => room.subarray(0, end).reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0),
  };
}

const startOf = (kernel: Kernel): number => Math.ceil(kernel.room() / 16) * 16;

function grow(kernel: Kernel, size: number): void {
  const needed = size - kernel.memory.buffer.byteLength;
  if (needed > 0) kernel.memory.grow(Math.ceil(needed / pageBytes));
}

type Probe = { readonly run: Uint8Array; readonly rare: number };
type Probes = {
  readonly probes: readonly Probe[];
  readonly escapes: Needles["escapes"];
};
type Stretch = { readonly first: number; readonly start: number; readonly end: number };

function foundLines(kernel: Kernel, { probes, escapes }: Probes, stretch: Stretch): Iterable<RawLine> {
  const found: RawLine[] = [];
  probes.forEach((probe, at) => {
    // One alone stays as it was made ready.
    if (probes.length > 1) prepare(kernel, probe);
    // Escapes are the same for all runs: they are looked for once.
    kernel.mindEscapes(at > 0 ? 0 : escapes === "ascii" ? 1 : 2);
    for (let from = stretch.start; from < stretch.end; from = kernel.reached()) {
      const count = kernel.search(from, stretch.end);
      if (count === 0) break;
      const places = new Uint32Array(kernel.memory.buffer, kernel.foundPlace(), 2 * count);
      for (let index = 0; index < 2 * count; index += 2)
        found.push({ start: (places[index] ?? 0) - stretch.first, end: (places[index + 1] ?? 0) - stretch.first });
    }
  });
  return probes.length === 1 ? found : distinct(found);
}

function prepare(kernel: Kernel, { run, rare }: Probe): void {
  new Uint8Array(kernel.memory.buffer).set(run, kernel.needlePlace());
  kernel.prepare(run.length, rare);
}

function distinct(lines: RawLine[]): readonly RawLine[] {
  lines.sort((a, b) => a.start - b.start);
  return lines.filter(({ start }, at) => start !== lines[at - 1]?.start);
}

/** Bytes as they are met in logs, the most frequent first; what is not named here is rarer than all of them. */
const frequent = Buffer.from(`etaoinsr"lhdcu,mp:fgyb0wv-_1k2.345/697x8{}\\qjz[]`);

/** Where the two bytes side by side stand that are met least. */
function rarestPair(run: Uint8Array): number {
  const ranks = Array.from(run, (byte) => (byte >= 0x80 ? rareRank : frequentRank(byte)));
  let rare = 0;
  for (let at = 1; at + 1 < ranks.length; at++) if (pairRank(ranks, at) > pairRank(ranks, rare)) rare = at;
  return rare;
}

const rareRank = 40;
const pairRank = (ranks: readonly number[], at: number): number => (ranks[at] ?? 0) + (ranks[at + 1] ?? 0);

function frequentRank(byte: number): number {
  const rank = byte === 0x20 ? 0 : frequent.indexOf(byte);
  return rank < 0 ? frequent.length : rank;
}

let compiled: { readonly module: WasmModule | undefined } | undefined;

function loadKernel(): Kernel | undefined {
  compiled ??= { module: compileModule(readFileSync(builtPath("scan/needle.wasm"))) };
  const { module } = compiled;
  return module === undefined ? undefined : startModule<Kernel>(module, { env: { abort } });
}

const abort = (): never => {
  throw new Error("the search kernel stopped");
};
