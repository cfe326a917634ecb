// Rows of cells -> columns, one number of every row at a time: one small loop, which the engine makes fast after a few logs.
import type { Cells } from "../../graph/index.ts";

/** Which rows of the column: as many as there are in the cells, from `first` on. */
export type RowRange = { readonly first: number; readonly count: number };

export function copyCells(
  into: Float64Array | Int32Array,
  { first, count }: RowRange,
  { numbers, first: start, step }: Cells,
): void {
  for (let row = first, cell = start, end = first + count; row < end; row++, cell += step)
    into[row] = numbers[cell] ?? 0;
}

/** The same for places in a list of the log's own, which have other places in the list of all logs. */
export function copyPlaces(into: Int32Array, { first, count }: RowRange, from: PlacedCells): void {
  const { cells, places } = from;
  for (let row = first, cell = cells.first, end = first + count; row < end; row++, cell += cells.step)
    into[row] = places[cells.numbers[cell] ?? 0] ?? from.otherwise;
}

export type PlacedCells = { readonly cells: Cells; readonly places: readonly number[]; readonly otherwise: number };

/** The cells of the nth number. */
export const nth = ({ numbers, first, step }: Cells, number: number): Cells => ({
  numbers,
  first: first + number,
  step,
});
