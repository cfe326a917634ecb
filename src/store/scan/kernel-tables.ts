// The tables in the kernel's memory -> arrays of their strings and of their numbers, copied out.
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";
import { cutPreview, loadedWord } from "./text.ts";

export type KernelTables = {
  readonly words: (table: number) => readonly string[];
  /** The nth number of each row. */
  readonly column: (table: number, index: number) => Float64Array;
  readonly targets: () => readonly string[];
};

const none: readonly string[] = [];
const noNumbers = new Float64Array(0);

/** Columns of many logs share one array: thousands of small ones cost more than what they hold. */
const slabNumbers = 16 * 1024;
let slab = new Float64Array(0);
let slabUsed = 0;

function numbersFor(count: number): Float64Array {
  if (slabUsed + count > slab.length) {
    slab = new Float64Array(Math.max(count, slabNumbers));
    slabUsed = 0;
  }
  slabUsed += count;
  return slab.subarray(slabUsed - count, slabUsed);
}

export function openTables({ calls, bytes, words: memory, doubles }: Kernel): KernelTables {
  const field = (table: number, name: number): number => memory[calls.tableAt(table) / 4 + name] ?? 0;

  function poolOf(table: number, encoding: "latin1" | "utf8"): readonly string[] {
    const start = field(table, at.tablePool);
    // The last line feed ends the last string.
    const text = bytes.toString(encoding, start, start + field(table, at.tablePoolBytes) - 1);
    const words = text.split("\n");
    return text.includes("\u0001") ? words.map(loadedWord) : words;
  }

  return {
    words: (table) => (field(table, at.tableCount) === 0 ? none : poolOf(table, "latin1")),
    column(table, index) {
      const count = field(table, at.tableCount);
      if (count === 0) return noNumbers;
      const values = numbersFor(count);
      const stride = field(table, at.tableRowBytes) / 8;
      let from = field(table, at.tableRows) / 8 + at.rowNumbers + index;
      for (let row = 0; row < count; row++, from += stride) values[row] = doubles[from] ?? 0;
      return values;
    },
    // As the log spells them, so they may be any characters, and more of them than are kept.
    targets: () =>
      field(at.tables.calls, at.tableCount) === 0 ? none : poolOf(at.tables.targets, "utf8").map(cutPreview),
  };
}
