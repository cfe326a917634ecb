// The compiled kernel -> a line finder that passes sixteen bytes at a time; undefined where it cannot be loaded.
import { readFileSync } from "node:fs";
import type { Needles } from "../query/needles.ts";
import { systemCode } from "../../store/index.ts";
import type { LineFinder, RawLine } from "./line-finder.ts";

type Kernel = {
  readonly memory: WebAssembly.Memory;
  readonly room: () => number;
  readonly needlePlace: () => number;
  readonly foundPlace: () => number;
  readonly prepare: (count: number, rare: number, other: number) => void;
  readonly mindEscapes: (kind: number) => void;
  readonly search: (start: number, end: number) => number;
  readonly reached: () => number;
};

const pageBytes = 64 * 1024;
/** The kernel looks this far beyond the end, and minds nothing there. */
const slackBytes = 1024;

export function kernelFinder({ runs, escapes }: Needles): LineFinder | undefined {
  const kernel = loadKernel();
  if (kernel === undefined || runs.some((run) => run.length > 255)) return undefined;
  const first = Math.ceil(kernel.room() / 16) * 16;
  const probes = runs.map((run) => ({ run, rarest: rarestTwo(run) }));
  for (const probe of probes.slice(0, 1)) prepare(kernel, probe);
  let memory = new Uint8Array(0);
  return {
    room(capacity) {
      if (memory.length === capacity) return memory;
      const needed = first + capacity + slackBytes - kernel.memory.buffer.byteLength;
      if (needed > 0) kernel.memory.grow(Math.ceil(needed / pageBytes));
      memory = new Uint8Array(kernel.memory.buffer, first, capacity);
      return memory;
    },
    lines: (start, end) => foundLines(kernel, { probes, escapes }, { first, start: first + start, end: first + end }),
  };
}

type Probe = { readonly run: Uint8Array; readonly rarest: [rare: number, other: number] };
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

function prepare(kernel: Kernel, { run, rarest }: Probe): void {
  new Uint8Array(kernel.memory.buffer).set(run, kernel.needlePlace());
  kernel.prepare(run.length, ...rarest);
}

function distinct(lines: RawLine[]): readonly RawLine[] {
  lines.sort((a, b) => a.start - b.start);
  return lines.filter(({ start }, at) => start !== lines[at - 1]?.start);
}

/** Bytes as they are met in logs, the most frequent first; what is not named here is rarer than all of them. */
const frequent = Buffer.from(`etaoinsr"lhdcu,mp:fgyb0wv-_1k2.345/697x8{}\\qjz[]`);

function rarestTwo(run: Uint8Array): [rare: number, other: number] {
  const rarity = [...run].map((byte, at) => ({ at, rank: byte >= 0x80 ? 40 : frequentRank(byte) }));
  rarity.sort((a, b) => b.rank - a.rank);
  const [rare] = rarity;
  // The same byte twice says nothing new.
  const other = rarity.find(({ at }) => run[at] !== run[rare?.at ?? 0]) ?? rare;
  return [rare?.at ?? 0, other?.at ?? 0];
}

function frequentRank(byte: number): number {
  const rank = byte === 0x20 ? 0 : frequent.indexOf(byte);
  return rank < 0 ? frequent.length : rank;
}

/** Beside the compiled modules, or in the build beside the sources. */
const places = ["../../scan/needle.wasm", "../../../dist/scan/needle.wasm"] as const;

let compiled: { readonly module: WebAssembly.Module | undefined } | undefined;

function loadKernel(): Kernel | undefined {
  compiled ??= { module: compileKernel() };
  const { module } = compiled;
  return module === undefined ? undefined : new WebAssembly.Instance<Kernel>(module, { env: { abort } }).exports;
}

function compileKernel(): WebAssembly.Module | undefined {
  for (const place of places) {
    const bytes = bytesAt(new URL(place, import.meta.url));
    if (bytes === undefined) continue;
    try {
      return new WebAssembly.Module(bytes);
    } catch (error) {
      // A machine without these instructions.
      if (!(error instanceof WebAssembly.CompileError)) throw error;
      return undefined;
    }
  }
  return undefined;
}

function bytesAt(url: URL): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(url);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

const abort = (): never => {
  throw new Error("the search kernel stopped");
};
