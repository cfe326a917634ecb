// The kernel's tables -> where they stand in its memory, or a copy of them that can go to another thread.
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";

/** Three views of one memory, and where in it each table is described. */
export type Tables = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  readonly addressOf: (table: number) => number;
};

export function tablesOf({ bytes, words, doubles, calls }: Kernel): Tables {
  return { bytes, words, doubles, addressOf: calls.tableAt };
}

const count = Object.keys(at.tables).length;
/** Rows hold numbers of eight bytes: all begins at multiples of that. */
const evenly = (size: number): number => Math.ceil(size / 8) * 8;
const descriptionBytes = evenly(4 * (at.tableRowBytes + 1));

/** All tables as they are now; the descriptions come first. */
export function copyTables(kernel: Kernel): Uint8Array<ArrayBuffer> {
  const from = tablesOf(kernel);
  const field = (table: number, name: number): number => from.words[from.addressOf(table) / 4 + name] ?? 0;
  const rowBytes = (table: number): number => field(table, at.tableCount) * field(table, at.tableRowBytes);
  let size = count * descriptionBytes;
  for (let table = 0; table < count; table++) size += rowBytes(table) + evenly(field(table, at.tablePoolBytes));
  const copy = new Uint8Array(size);
  const words = new Uint32Array(copy.buffer);
  let next = count * descriptionBytes;
  for (let table = 0; table < count; table++) {
    const rows = field(table, at.tableRows);
    const pool = field(table, at.tablePool);
    const description = (table * descriptionBytes) / 4;
    words[description + at.tableRows] = next;
    words[description + at.tableCount] = field(table, at.tableCount);
    words[description + at.tablePool] = next + rowBytes(table);
    words[description + at.tablePoolBytes] = field(table, at.tablePoolBytes);
    words[description + at.tableRowBytes] = field(table, at.tableRowBytes);
    if (rowBytes(table) > 0) copy.set(from.bytes.subarray(rows, rows + rowBytes(table)), next);
    next += rowBytes(table);
    const poolBytes = field(table, at.tablePoolBytes);
    if (poolBytes > 0) copy.set(from.bytes.subarray(pool, pool + poolBytes), next);
    next += evenly(poolBytes);
  }
  return copy;
}

export function copiedTables({ buffer }: Uint8Array<ArrayBuffer>): Tables {
  return {
    bytes: Buffer.from(buffer),
    words: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
    addressOf: (table) => table * descriptionBytes,
  };
}
