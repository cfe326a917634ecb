// The ids of one log and a table of those seen before -> the row of each; new ones get the rows from `first` on.
import type { Ids } from "../../graph/index.ts";
import type { IdTable } from "./id-table.ts";

/** undefined where all of them are new, as they are in nearly every log: their rows then follow each other from `first` on. */
export function claimRows(ids: Ids, table: IdTable, first: number): Int32Array | undefined {
  let rows: Int32Array | undefined;
  let next = first;
  for (let at = 0; at < ids.length; at++) {
    const known = table.claim(ids, at, next);
    if (known >= 0) {
      rows ??= Int32Array.from({ length: ids.length }, (_, before) => first + before);
      rows[at] = known;
    } else {
      if (rows !== undefined) rows[at] = next;
      next += 1;
    }
  }
  return rows;
}

/** How many of the rows are new. */
export function newRows(rows: Int32Array, first: number): number {
  let count = 0;
  for (const row of rows) if (row >= first) count += 1;
  return count;
}
