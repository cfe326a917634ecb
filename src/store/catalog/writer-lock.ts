// The cache folder -> the right to write the catalog, for one process at a time; it ends with its process, however that ends.
import { rmSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../world-error.ts";
import { makePrivateFile } from "./private-file.ts";
import { type Sqlite, isDamage, sqliteCode } from "./sqlite.ts";

export type WriterLock = { readonly release: () => void };

const busy = 5;

/** Does not wait. The lock is SQLite's own on an empty file beside the catalog, so the system frees it after a crash. */
export function tryLock(sqlite: Sqlite, cacheDir: string): WriterLock | undefined {
  const path = join(cacheDir, "catalog.lock");
  makeLock(path);
  try {
    return locked(sqlite, path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    // It is no empty file, so nobody can hold it.
    rmSync(path, { force: true });
    makeLock(path);
    return locked(sqlite, path);
  }
}

function makeLock(path: string): void {
  try {
    makePrivateFile(path);
  } catch (error) {
    if (systemCode(error) !== "EISDIR") throw error;
    // Only an empty folder goes.
    rmdirSync(path);
    makePrivateFile(path);
  }
}

function locked(sqlite: Sqlite, path: string): WriterLock | undefined {
  const database = new sqlite.DatabaseSync(path);
  try {
    // Without a journal nothing is ever written: the file stays empty.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (sqliteCode(error) === busy) return undefined;
    throw error;
  }
}
