// Rows that were shown, and those rows read again -> the new ones; what did not change stays the same object.
import type { Row } from "../api/rows.ts";

/** So that the screen does not redraw what is as it was. */
export function merged(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return after.map((row, at) => {
    const old = before[at];
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
