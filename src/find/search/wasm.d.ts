// The part of WebAssembly that the search uses: Node has it, its types do not.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    private readonly module: undefined;
  }
  class Instance<Exports> {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, () => void>>>>);
    readonly exports: Exports;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class CompileError extends Error {}
}
