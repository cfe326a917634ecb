// The open catalog -> what it covers, how large it is, and what it does not cover of the files that were found.
import { statSync } from "node:fs";
import type { Discovered } from "../discover.ts";
import { databasePath } from "./database.ts";
import { fileKinds } from "./listed-file.ts";
import { readLedger } from "./ledger.ts";
import { isRow, numberIn } from "./row.ts";
import { schemaVersion } from "./schema.ts";
import type { Database } from "./sqlite.ts";
import { filesWithin } from "./within-homes.ts";
import { readTable } from "./file-table.ts";
import { pendingIn } from "./update.ts";

export type CatalogStatus = {
  readonly path: string;
  readonly schema: number;
  readonly sizeBytes: number;
  /** These and the next of the homes asked for; of all that were ever indexed when none are. */
  readonly sessions: number;
  readonly agents: number;
  readonly toolResults: number;
  readonly coveredBytes: number;
  readonly parts: number;
  /** Files of other homes. */
  readonly otherFiles: number;
  /** Logs that were found and have changed since, or are new; undefined when none were looked for. */
  readonly pendingFiles: number | undefined;
  readonly pendingBytes: number | undefined;
  /** Sessions and agents whose logs were deleted and whose totals are kept. */
  readonly deleted: number;
};

export type StatusPlace = { readonly database: Database; readonly cacheDir: string; readonly dataDir: string };

export type StatusQuestion = {
  readonly discovered?: Discovered;
  /** Only what stands in these is counted. */
  readonly homes?: readonly string[];
  /** What stands in these, and in none of the homes, is counted nowhere. */
  readonly apart?: readonly string[];
};

export function statusOf(
  { database, cacheDir, dataDir }: StatusPlace,
  { discovered, homes, apart = [] }: StatusQuestion,
): CatalogStatus {
  const path = databasePath(cacheDir);
  const inside = homes === undefined ? undefined : filesWithin(homes);
  const known = homes === undefined ? undefined : filesWithin([...homes, ...apart]);
  const count = (sql: string, within = inside): number => {
    const row = database.prepare(sql.replace("/*inside*/", within?.condition ?? "1")).get(...(within?.values ?? []));
    return isRow(row) ? numberIn(row, "n") : 0;
  };
  const filesOf = (kind: (typeof fileKinds)[number]): number =>
    count(`SELECT count(*) AS n FROM file WHERE kind = ${fileKinds.indexOf(kind)} AND /*inside*/`);
  const pending = discovered === undefined ? undefined : pendingIn(readTable(database), discovered);
  return {
    path,
    schema: schemaVersion,
    sizeBytes: ["", "-wal"].reduce((sum, ending) => sum + sizeOf(`${path}${ending}`), 0),
    sessions: filesOf("session"),
    agents: filesOf("agent"),
    toolResults: filesOf("tool-result"),
    coveredBytes: count("SELECT coalesce(sum(covered), 0) AS n FROM file WHERE /*inside*/"),
    parts: count("SELECT count(*) AS n FROM part WHERE file IN (SELECT id FROM file WHERE /*inside*/)"),
    otherFiles: count("SELECT count(*) AS n FROM file WHERE NOT (/*inside*/)", known),
    pendingFiles: pending?.jobs.length,
    pendingBytes: pending?.pendingBytes,
    deleted: [...readLedger(dataDir, discovered)].length,
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
