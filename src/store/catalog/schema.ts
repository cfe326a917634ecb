// An open database -> the catalog's tables in it; a database of another make is told by its version, and never converted.
import { digestVersion } from "../../graph/index.ts";
import type { Database } from "./sqlite.ts";

/** Raised whenever tables, words or the meaning of a column change: an index of another version is built anew. */
const tablesVersion = 8;
export const schemaVersion = tablesVersion * 1000 + digestVersion;

/**
 * Numbers that need all of a double stand in REAL columns: SQLite hands out no whole number beyond 2^53.
 * `base`: the file's own second, which no part is much later than. `timed_from`: where the first line with a time begins;
 * `lead`: the second by which parts in front of it were placed. `long_lines`: those too long to be read. `newest`: the greatest time so far, in seconds. `modified` is below zero when it was too fresh to be relied on.
 * `sum`: of what stands in the row, or of what a listing asks of it; where it does not fit, bytes have changed by themselves.
 * `words`: what a session is known by, as JSON. `late`: by how many minutes a part stands behind its own at most.
 * `evidence`: what a log tells of files, under the stamp of the file as it was read; `touched`: the listing made of all of it, under the state of all logs.
 * `changes`: how often files were written; `packed` is the table of files in one piece, good for that count alone. `tree`: the files of some homes by their folders. The
 * full-text index gathers all of a transaction before it writes, and joins its pieces only when asked to.
 */
const tables = `
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  slug TEXT NOT NULL,
  stem TEXT NOT NULL,
  session TEXT,
  device REAL NOT NULL,
  inode REAL NOT NULL,
  size REAL NOT NULL,
  modified REAL NOT NULL,
  covered INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  head BLOB NOT NULL,
  tail BLOB NOT NULL,
  base INTEGER NOT NULL,
  timed_from INTEGER,
  newest INTEGER,
  lead INTEGER NOT NULL,
  long_lines INTEGER NOT NULL,
  words TEXT,
  sum INTEGER NOT NULL
) STRICT;
CREATE TABLE digest (file INTEGER PRIMARY KEY, sum INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
CREATE TABLE tool (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  line INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  role INTEGER NOT NULL,
  tool INTEGER,
  error INTEGER NOT NULL,
  human INTEGER NOT NULL
) STRICT;
CREATE TABLE state (late INTEGER NOT NULL, changes INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (0, 0);
CREATE TABLE packed (changes INTEGER NOT NULL, sum INTEGER NOT NULL, paths BLOB NOT NULL, numbers BLOB NOT NULL) STRICT;
CREATE TABLE tree (homes TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, packed TEXT NOT NULL) STRICT;
CREATE TABLE evidence (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, sum INTEGER NOT NULL, packed TEXT NOT NULL) STRICT;
CREATE TABLE touched (
  homes TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  sum INTEGER NOT NULL,
  count INTEGER NOT NULL,
  rows TEXT NOT NULL,
  marks TEXT NOT NULL
) STRICT;
CREATE INDEX part_of_file ON part (file, offset);
CREATE VIRTUAL TABLE text USING fts5(
  body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
);
INSERT INTO text (text, rank) VALUES ('hashsize', 67108864), ('automerge', 0), ('crisismerge', 1000);
`;

export function makeTables(database: Database): void {
  // What is freed can be given back. Only an empty database can be told so.
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("BEGIN IMMEDIATE");
  database.exec(tables);
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
  database.exec("COMMIT");
}

/** Whether its tables are still those that we make. */
export function hasOurTables(database: Database, empty: Database): boolean {
  makeTables(empty);
  return schemaText(database) === schemaText(empty);
}

function schemaText(database: Database): string {
  return JSON.stringify(database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all());
}

export function versionOf(database: Database): number {
  const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  return typeof version === "number" ? version : 0;
}

/** What the whole catalog leans on can be read: a file cut short or overwritten shows here, or where it is met. */
export function lookOver(database: Database): void {
  for (const table of ["file", "digest", "tool", "part", "evidence", "touched", "text_config", "text_data"]) {
    // No column: a digest may be megabytes long.
    database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
  }
}
