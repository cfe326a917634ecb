// Which of all trials run: all of them with CLEW_REAL_ALL=1, otherwise a fixed sample that ends in a few minutes.

export const isWhole = process.env["CLEW_REAL_ALL"] === "1";

type Place = { readonly row: number; readonly column: number };

/** One cell in `step` of a table; every row and every column keeps its share. */
export const isDue = ({ row, column }: Place, { step, from = 0 }: { readonly step: number; readonly from?: number }) =>
  isWhole || (row + column) % step === from;

export const everySecond = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => isWhole || index % 2 === 0);
