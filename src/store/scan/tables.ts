// The kernel's tables -> copies of them, many logs to a slab, that stay when the kernel goes on and can go to another thread.
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";

/** Three views of one memory. */
export type Slab = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
};

/** A log's tables in a slab: their descriptions begin at `base`. */
export type Tables = { readonly slab: Slab; readonly base: number };

/** As the kernel packs them. */
const descriptionBytes = 4 * at.tableFields;

export function slabOf(buffer: ArrayBuffer): Slab {
  const whole = Math.floor(buffer.byteLength / 8);
  return {
    bytes: Buffer.from(buffer),
    words: new Uint32Array(buffer, 0, 2 * whole),
    doubles: new Float64Array(buffer, 0, whole),
  };
}

/** Where the description of a table begins, in words. */
export function descriptionAt({ base }: Tables, table: number): number {
  return (base + table * descriptionBytes) / 4;
}

export type Shelf = {
  /** Copies the tables as they are now; a slab that is full is given to `onFull` first. */
  readonly keep: (kernel: Kernel) => Tables;
  /** The slab that is being filled, which is then not touched any more. */
  readonly take: () => Slab;
};

/** Thousands of small copies of their own would cost more than what they hold. */
export function shelf(slabBytes: number, onFull: () => void = () => undefined): Shelf {
  let slab = slabOf(new ArrayBuffer(0));
  let used = 0;

  function take(): Slab {
    const full = slab;
    slab = slabOf(new ArrayBuffer(0));
    used = 0;
    return full;
  }

  return {
    take,
    keep(kernel) {
      const size = kernel.calls.packedBytes();
      if (used + size > slab.bytes.length) {
        if (used > 0) onFull();
        take();
        slab = slabOf(Buffer.allocUnsafeSlow(Math.max(size, slabBytes)).buffer);
      }
      const base = used;
      used += size;
      const from = kernel.calls.pack(base);
      kernel.refresh();
      kernel.bytes.copy(slab.bytes, base, from, from + size);
      return { slab, base };
    },
  };
}
