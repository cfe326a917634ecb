// The table of trees <-> what is known of the files in some homes; what is not of our making counts as nothing.
import { checksum } from "./checksum.ts";
import { type KnownTree } from "./known-tree.ts";
import { isRow, optionalText } from "./row.ts";
import type { Database } from "./sqlite.ts";

const keyOf = (homes: readonly string[]): string => JSON.stringify(homes);

export function keptTree(database: Database, homes: readonly string[]): KnownTree | undefined {
  const row = database.prepare("SELECT sum, packed FROM tree WHERE homes = ?").get(keyOf(homes));
  const text = isRow(row) ? optionalText(row, "packed") : undefined;
  if (text === undefined || row?.["sum"] !== checksum(text)) return undefined;
  const tree: unknown = JSON.parse(text);
  return isTree(tree) ? tree : undefined;
}

/** Only our own code writes that column. */
function isTree(value: unknown): value is KnownTree {
  return typeof value === "object" && value !== null && "roots" in value && "files" in value;
}

/** Homes that are not asked for any more are forgotten when too many others were. */
const mostTrees = 8;

export function keepTree(database: Database, homes: readonly string[], tree: KnownTree): void {
  database.exec("BEGIN IMMEDIATE");
  const text = JSON.stringify(tree);
  database
    .prepare("INSERT OR REPLACE INTO tree (homes, sum, packed) VALUES (?, ?, ?)")
    .run(keyOf(homes), checksum(text), text);
  database.exec(`DELETE FROM tree WHERE rowid NOT IN (SELECT rowid FROM tree ORDER BY rowid DESC LIMIT ${mostTrees})`);
  database.exec("COMMIT");
}
