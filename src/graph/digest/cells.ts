// Columns of numbers -> the same numbers row by row in one memory, for those who read all of them; what stands so already stays.
import type { CallColumns, MessageColumns, Numbers, PromptColumns, ResultColumns } from "./digest.ts";

/** A number stands at `first + row * step + column`. */
export type Cells = { readonly numbers: Float64Array; readonly first: number; readonly step: number };

/** Columns over rows that have all their numbers beside each other, in the order below. */
export abstract class CellRows {
  abstract get cells(): Cells;
}

// The places of the columns in a row, as the kernel's tables have them.
export const messageCell = {
  offsets: 0,
  times: 1,
  models: 2,
  versions: 3,
  variants: 4,
  flags: 5,
  input: 6,
  output: 7,
  cacheRead: 8,
  cacheWrite: 9,
  cacheWrite1h: 10,
  webSearches: 11,
} as const;
export const callCell = { offsets: 0, times: 1, tools: 2 } as const;
export const resultCell = { offsets: 0, times: 1, flags: 2, sizes: 3, searches: 4 } as const;
export const promptCell = { offsets: 0, times: 1 } as const;

export function messageCells(from: MessageColumns): Cells {
  return from instanceof CellRows
    ? from.cells
    : gathered([
        from.offsets,
        from.times,
        from.models,
        from.versions,
        from.variants,
        from.flags,
        from.input,
        from.output,
        from.cacheRead,
        from.cacheWrite,
        from.cacheWrite1h,
        from.webSearches,
      ]);
}

export function callCells(from: CallColumns): Cells {
  return from instanceof CellRows ? from.cells : gathered([from.offsets, from.times, from.tools]);
}

export function resultCells(from: ResultColumns): Cells {
  return from instanceof CellRows
    ? from.cells
    : gathered([from.offsets, from.times, from.flags, from.sizes, from.searches]);
}

export function promptCells(from: PromptColumns): Cells {
  return from instanceof CellRows ? from.cells : gathered([from.offsets, from.times]);
}

function gathered(columns: readonly Numbers[]): Cells {
  const step = columns.length;
  const numbers = new Float64Array(step * (columns[0]?.length ?? 0));
  columns.forEach((column, place) => {
    for (let row = 0; row < column.length; row++) numbers[row * step + place] = column[row] ?? Number.NaN;
  });
  return { numbers, first: 0, step };
}
