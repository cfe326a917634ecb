// The part of WebAssembly that scan and search use, with types: Node has it, its types do not.

declare const brand: unique symbol;
/** Compiled code, which threads can share. */
export type WasmModule = { readonly [brand]: "module" };
export type WasmMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
type Imports = Readonly<Record<string, Readonly<Record<string, () => void>>>>;

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new <Exports>(module: WasmModule, imports: Imports) => { readonly exports: Exports };
  readonly CompileError: new () => Error;
};

/** Undefined on a machine that cannot run it. */
export function compileModule(bytes: Uint8Array): WasmModule | undefined {
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}

export function startModule<Exports>(module: WasmModule, imports: Imports): Exports {
  return new WebAssembly.Instance<Exports>(module, imports).exports;
}
