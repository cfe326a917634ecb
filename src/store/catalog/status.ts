// The open catalog -> what it covers, how large it is, and what it does not cover of the files that were found.
import { statSync } from "node:fs";
import type { Discovered } from "../discover.ts";
import { databasePath } from "./database.ts";
import { fileKinds } from "./listed-file.ts";
import { readLedger } from "./ledger.ts";
import { isRow, numberIn } from "./row.ts";
import { schemaVersion } from "./schema.ts";
import type { Database } from "./sqlite.ts";
import { pendingIn } from "./update.ts";

export type CatalogStatus = {
  readonly path: string;
  readonly schema: number;
  readonly sizeBytes: number;
  readonly sessions: number;
  readonly agents: number;
  readonly toolResults: number;
  readonly coveredBytes: number;
  readonly parts: number;
  /** Logs that were found and have changed since, or are new; undefined when none were looked for. */
  readonly pendingFiles: number | undefined;
  readonly pendingBytes: number | undefined;
  /** Sessions and agents whose logs were deleted and whose totals are kept. */
  readonly deleted: number;
};

export type StatusPlace = { readonly database: Database; readonly cacheDir: string; readonly dataDir: string };

export function statusOf(
  { database, cacheDir, dataDir }: StatusPlace,
  discovered: Discovered | undefined,
): CatalogStatus {
  const path = databasePath(cacheDir);
  const count = (sql: string): number => {
    const row = database.prepare(sql).get();
    return isRow(row) ? numberIn(row, "n") : 0;
  };
  const filesOf = (kind: (typeof fileKinds)[number]): number =>
    count(`SELECT count(*) AS n FROM file WHERE kind = ${fileKinds.indexOf(kind)}`);
  const pending = discovered === undefined ? undefined : pendingIn(database, discovered);
  return {
    path,
    schema: schemaVersion,
    sizeBytes: ["", "-wal"].reduce((sum, ending) => sum + sizeOf(`${path}${ending}`), 0),
    sessions: filesOf("session"),
    agents: filesOf("agent"),
    toolResults: filesOf("tool-result"),
    coveredBytes: count("SELECT coalesce(sum(covered), 0) AS n FROM file"),
    parts: count("SELECT count(*) AS n FROM part"),
    pendingFiles: pending?.jobs.length,
    pendingBytes: pending?.pendingBytes,
    deleted: [...readLedger(dataDir, discovered)].length,
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
