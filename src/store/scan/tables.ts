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

const tableCount = Object.keys(at.tables).length;
/** Rows hold numbers of eight bytes: all begins at multiples of that. */
const evenly = (size: number): number => Math.ceil(size / 8) * 8;
const descriptionBytes = evenly(4 * at.tableFields);

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
      const size = sizeOf(kernel);
      if (used + size > slab.bytes.length) {
        if (used > 0) onFull();
        take();
        slab = slabOf(Buffer.allocUnsafeSlow(Math.max(size, slabBytes)).buffer);
      }
      const base = used;
      used += size;
      copyTo(slab, base, kernel);
      return { slab, base };
    },
  };
}

const field = ({ words, calls }: Kernel, table: number, name: number): number =>
  words[calls.tableAt(table) / 4 + name] ?? 0;

const rowBytesOf = (kernel: Kernel, table: number): number =>
  field(kernel, table, at.tableCount) * field(kernel, table, at.tableRowBytes);

function sizeOf(kernel: Kernel): number {
  let size = tableCount * descriptionBytes;
  for (let table = 0; table < tableCount; table++)
    size += rowBytesOf(kernel, table) + evenly(field(kernel, table, at.tablePoolBytes));
  return size;
}

/** The descriptions come first; places are those in the slab. */
function copyTo({ bytes, words }: Slab, base: number, kernel: Kernel): void {
  let next = base + tableCount * descriptionBytes;
  for (let table = 0; table < tableCount; table++) {
    const rowBytes = rowBytesOf(kernel, table);
    const poolBytes = field(kernel, table, at.tablePoolBytes);
    const description = (base + table * descriptionBytes) / 4;
    words[description + at.tableRows] = next;
    words[description + at.tableCount] = field(kernel, table, at.tableCount);
    words[description + at.tablePool] = next + rowBytes;
    words[description + at.tablePoolBytes] = poolBytes;
    words[description + at.tableRowBytes] = field(kernel, table, at.tableRowBytes);
    words[description + at.tableHasSpelled] = field(kernel, table, at.tableHasSpelled);
    const rows = field(kernel, table, at.tableRows);
    const pool = field(kernel, table, at.tablePool);
    if (rowBytes > 0) kernel.bytes.copy(bytes, next, rows, rows + rowBytes);
    if (poolBytes > 0) kernel.bytes.copy(bytes, next + rowBytes, pool, pool + poolBytes);
    next += rowBytes + evenly(poolBytes);
  }
}
