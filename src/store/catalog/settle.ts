// An update's size -> how many pages of the full-text index are joined after it, and empty room given back; never more than is not felt.
import { isRow, numberIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

/** From here on nothing is joined afterwards: it would take half as long again, and later updates do it bit by bit. */
const largeBytes = 64 * 1024 * 1024;
/** Pages that each small update joins: a few milliseconds of work, and pieces do not pile up. */
const leastPages = 128;
const bytesOfPage = 16 * 1024;
/** Room that is given back when more than a tenth of the file is empty. */
const freeShare = 10;

export function settle(database: Database, pendingBytes: number): void {
  const pages = leastPages + Math.floor(pendingBytes / bytesOfPage);
  if (pendingBytes < largeBytes) database.exec(`INSERT INTO text (text, rank) VALUES ('merge', ${pages})`);
  const free = pragma(database, "freelist_count");
  if (free * freeShare > pragma(database, "page_count")) database.exec("PRAGMA incremental_vacuum");
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return isRow(row) ? numberIn(row, name) : 0;
}
