// The compiled kernel -> an instance of it with views of its memory; it knows nothing of files.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type WasmMemory, type WasmModule, compileModule, startModule } from "./wasm.ts";

type Global = { readonly value: number };

type KernelExports = {
  readonly memory: WasmMemory;
  readonly reserve: (size: number) => number;
  readonly begin: () => void;
  readonly wholeLines: (start: number, end: number) => number;
  readonly scan: (start: number, end: number, offset: number) => number;
  readonly commitError: (flags: number) => void;
  readonly read: (start: number, end: number) => void;
  readonly tableAt: (index: number) => number;
  readonly packedBytes: () => number;
  readonly pack: (base: number) => number;
  readonly textRoomFor: (size: number) => number;
  readonly giveMessage: () => void;
  readonly giveCall: () => void;
  readonly giveResult: () => void;
  readonly givePrompt: () => void;
  readonly giveLabel: (table: number) => number;
  readonly briefLines: (start: number, end: number) => number;
  readonly beginGists: () => void;
  readonly endGists: () => void;
  readonly keepWords: () => void;
  readonly areWordsKept: Global;
  readonly briefCount: Global;
  readonly briefRows: Global;
  readonly briefNonceAt: Global;
  readonly beginLikeness: () => void;
  readonly addLikeness: (start: number, end: number) => void;
  readonly likenessAt: Global;
  readonly likenessLines: Global;
  readonly beginRenaming: (from: number, to: number, fork: number) => void;
  readonly beginOwnIds: (most: number, fresh: number) => void;
  readonly addOwnIds: (start: number, end: number) => void;
  readonly renameLines: (start: number, end: number) => number;
  readonly renameTextsAt: Global;
  readonly renamedAt: Global;
  readonly renamedEnd: Global;
  readonly renamedLines: Global;
  readonly pause: Global;
  readonly news: Global;
  readonly line: Global;
  readonly blocksAt: Global;
  readonly countsAt: Global;
  readonly numbersAt: Global;
};

export type Kernel = {
  readonly calls: KernelExports;
  /** Three views of all memory. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  /** After a call that may have made memory grow: then it is another buffer, and the old views are empty. */
  readonly refresh: () => void;
  /** The address of a buffer with room for so many bytes; what it holds stays. */
  readonly reserve: (size: number) => number;
};

type Views = { bytes: Buffer<ArrayBuffer>; words: Uint32Array; doubles: Float64Array };

export function startKernel(module: WasmModule): Kernel {
  const abort = (): never => {
    throw new Error("the scan kernel stopped");
  };
  const calls = startModule<KernelExports>(module, { env: { abort } });
  const kernel: Views & Kernel = {
    calls,
    ...viewsOf(calls.memory.buffer),
    refresh() {
      if (kernel.words.length === 0) Object.assign(kernel, viewsOf(calls.memory.buffer));
    },
    reserve(size) {
      const address = calls.reserve(size);
      kernel.refresh();
      return address;
    },
  };
  return kernel;
}

function viewsOf(memory: ArrayBuffer): Views {
  return { bytes: Buffer.from(memory), words: new Uint32Array(memory), doubles: new Float64Array(memory) };
}

let compiled: { readonly module: WasmModule | undefined } | undefined;

/** Compiled once per thread; undefined on a machine that cannot run it. */
export function kernelModule(): WasmModule | undefined {
  compiled ??= { module: compileModule(readFileSync(builtPath("scan/kernel.wasm"))) };
  return compiled.module;
}

/** As another thread compiled it: the code is shared, not made again. */
export function useModule(module: WasmModule): void {
  compiled = { module };
}

/** What the build made: seen from the build, bundled or not, or from the source. */
export function builtPath(path: string): string {
  const ways = ["../..", "..", ".", "../../../dist"].map((way) =>
    fileURLToPath(new URL(`${way}/${path}`, import.meta.url)),
  );
  const found = ways.find((way) => existsSync(way));
  if (found === undefined) throw new Error(`the build is not whole: there is no ${path}`);
  return found;
}
