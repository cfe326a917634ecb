// An update and its size -> how the full-text index gathers and joins its pieces meanwhile, and a little joining afterwards.
import { isRow, numberIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

/** From here on pieces are not joined on the way: it would take half as long again. */
const largeBytes = 64 * 1024 * 1024;
/** All of a transaction is gathered in memory before it is written: a batch never comes near it. */
const hashBytes = 64 * 1024 * 1024;
/** Joining everything at once, as the index does beyond this many pieces, would be felt. */
const manyPieces = 1000;
const usualMerge = 4;
/** Pages that each small update joins: a few milliseconds of work, and pieces do not pile up. */
const stepPages = 64;
/** Room that is given back when more than a tenth of the file is empty. */
const freeShare = 10;

export function settle(database: Database, pendingBytes: number): { readonly finish: () => void } {
  const isLarge = pendingBytes >= largeBytes;
  configure(database, { hashsize: hashBytes, automerge: isLarge ? 0 : usualMerge, crisismerge: manyPieces });
  return {
    finish() {
      if (!isLarge) database.exec(`INSERT INTO text (text, rank) VALUES ('merge', ${stepPages})`);
      const free = pragma(database, "freelist_count");
      if (free * freeShare > pragma(database, "page_count")) database.exec("PRAGMA incremental_vacuum");
    },
  };
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return isRow(row) ? numberIn(row, name) : 0;
}

function configure(database: Database, wanted: Readonly<Record<string, number>>): void {
  const rows = database.prepare("SELECT k, v FROM text_config").all();
  const known = new Map(rows.map((row) => [row["k"], row["v"]]));
  // Numbers are bound as reals, which these settings refuse.
  const set = database.prepare("INSERT INTO text (text, rank) VALUES (?, CAST(? AS INTEGER))");
  for (const [key, value] of Object.entries(wanted)) if (known.get(key) !== value) set.run(key, value);
}
