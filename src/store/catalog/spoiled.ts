// Files whose digests have changed by themselves -> marks in the catalog: the next update reads those files anew.
import { type Database, type Sqlite, isWorlds } from "./sqlite.ts";
import { freshTime } from "./sweep.ts";
import { tryLock } from "./writer-lock.ts";

export type SpoiledIn = { readonly sqlite: Sqlite; readonly database: Database; readonly cacheDir: string };

/** Where that cannot be done now, whoever meets them next does it. */
export function markSpoiled({ sqlite, database, cacheDir }: SpoiledIn, files: Iterable<number>): void {
  try {
    const lock = tryLock(sqlite, cacheDir);
    if (lock === undefined) return;
    try {
      database.exec("BEGIN IMMEDIATE");
      const mark = database.prepare("UPDATE file SET modified = ? WHERE id = ?");
      for (const file of files) mark.run(freshTime(0), file);
      database.exec("UPDATE state SET changes = changes + 1; COMMIT");
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!isWorlds(error)) throw error;
  }
}
