// The cache folder -> the catalog's database, open and of our version; damaged or foreign files are made anew, other trouble is thrown.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile, makePrivateFolder } from "./private-file.ts";
import { hasOurTables, lookOver, makeTables, schemaVersion, versionOf } from "./schema.ts";
import { type Database, type Sqlite, isDamage, isMisunderstood, sqliteCode } from "./sqlite.ts";
import { tryLock } from "./writer-lock.ts";

export const databasePath = (cacheDir: string): string => join(cacheDir, "catalog.sqlite");

/** Another process writes for a moment at a time; nobody waits longer than a person would notice. */
const busyMs = 200;

/** Undefined while another process is making it. */
export function openDatabase(sqlite: Sqlite, cacheDir: string): Database | undefined {
  makePrivateFolder(cacheDir);
  const known = usable(sqlite, cacheDir);
  if (known !== undefined) return known;
  // Only who may write may throw away.
  const lock = tryLock(sqlite, cacheDir);
  if (lock === undefined) return undefined;
  try {
    return usable(sqlite, cacheDir) ?? made(sqlite, cacheDir);
  } finally {
    lock.release();
  }
}

/** The database that is there, if it is of our version and sound as far as a look tells. */
function usable(sqlite: Sqlite, cacheDir: string): Database | undefined {
  try {
    const database = opened(sqlite, cacheDir);
    return closedUnless(database, () => {
      if (versionOf(database) !== schemaVersion) return false;
      lookOver(database);
      return true;
    });
  } catch (error) {
    // A plain look that SQLite does not understand: the names of the tables are damaged.
    if (isDamage(error) || isMisunderstood(error)) return undefined;
    throw error;
  }
}

function made(sqlite: Sqlite, cacheDir: string): Database {
  removeDatabase(cacheDir);
  const database = opened(sqlite, cacheDir);
  makeTables(database);
  return database;
}

/** Open only if the look at it says yes; closed when it says no or throws. */
function closedUnless(database: Database, look: () => boolean): Database | undefined {
  let isWanted = false;
  try {
    isWanted = look();
  } finally {
    if (!isWanted) database.close();
  }
  return isWanted ? database : undefined;
}

function opened(sqlite: Sqlite, cacheDir: string): Database {
  const path = databasePath(cacheDir);
  makePrivateFile(path);
  const database = new sqlite.DatabaseSync(path);
  closedUnless(database, () => {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    intoWal(database);
    database.exec("PRAGMA synchronous = NORMAL");
    return true;
  });
  return database;
}

const busy = 5;

/** Two processes that open a new file at once: one of them makes it a log-ahead one, the other finds it so. */
function intoWal(database: Database): void {
  for (let tries = 0; ; tries++) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteCode(error) !== busy || tries === 20) throw error;
    }
  }
}

export function removeDatabase(cacheDir: string): void {
  const path = databasePath(cacheDir);
  for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${ending}`, { force: true });
}

/** SQLite did not understand us: either we are wrong, or the words that it keeps of its tables are damaged. */
export function isOurMake(sqlite: Sqlite, database: Database): boolean {
  const empty = new sqlite.DatabaseSync(":memory:");
  try {
    return hasOurTables(database, empty);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return false;
  } finally {
    empty.close();
  }
}
