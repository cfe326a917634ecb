// Clew's own folders -> the catalog in them, open; a damaged one is thrown away and made anew once, then there is none.
import type { Discovered } from "../discover.ts";
import { type Digest, unpackDigest } from "../../graph/index.ts";
import { systemCode } from "../world-error.ts";
import { isOurMake, openDatabase, removeDatabase } from "./database.ts";
import { fileMemory, forgetEvidence } from "./file-memory.ts";
import { knownFiles, knownSessions } from "./file-row.ts";
import { type FileTable, readTable } from "./file-table.ts";
import { findHits } from "./hits.ts";
import { findKnown, isWorthKnowing, treeOf } from "./known-tree.ts";
import { unpackWords } from "./log-words.ts";
import { type Catalog, CatalogFailure, type CatalogPlace, type Unavailable } from "./open.ts";
import { numberIn, optionalText, textIn } from "./row.ts";
import {
  type Database,
  type Sqlite,
  builtInSqlite,
  isDamage,
  isMisunderstood,
  isWorlds,
  sqliteCode,
  sqliteReason,
} from "./sqlite.ts";
import { markSpoiled } from "./spoiled.ts";
import { statusOf } from "./status.ts";
import type { Sweep } from "./sweep.ts";
import { keepTree, keptTree } from "./tree-row.ts";
import {
  type UpdateOptions,
  type UpdateReport,
  digestOf,
  forgetHomes,
  freshMs,
  pendingIn,
  soundDigest,
  updateCatalog,
} from "./update.ts";
import { tryLock } from "./writer-lock.ts";

const withoutSqlite = "this Node has no built-in SQLite (22.13 and later have)";
const underWay = "another process is making the index";

export function catalogAt(place: CatalogPlace): Catalog | Unavailable {
  const sqlite = builtInSqlite();
  if (sqlite === undefined) return { unavailable: withoutSqlite, isForGood: true };
  try {
    const database = openDatabase(sqlite, place.cacheDir);
    return database === undefined ? { unavailable: underWay } : catalogOf(sqlite, database, place);
  } catch (error) {
    return { unavailable: unavailableReason(error, place) };
  }
}

export function dropAt(place: CatalogPlace): "dropped" | Unavailable {
  const sqlite = builtInSqlite();
  try {
    // Without SQLite nobody can be writing.
    const lock = sqlite === undefined ? undefined : tryLock(sqlite, place.cacheDir);
    if (sqlite !== undefined && lock === undefined) return { unavailable: "another process is writing the index" };
    try {
      removeDatabase(place.cacheDir);
    } finally {
      lock?.release();
    }
    return "dropped";
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "dropped";
    return { unavailable: unavailableReason(error, place) };
  }
}

/** Errors of SQLite and of the file system are the world's; others are ours. */
function unavailableReason(error: unknown, { cacheDir }: CatalogPlace): string {
  if (sqliteCode(error) !== undefined || isDamage(error))
    return `the index in ${cacheDir} cannot be used: ${sqliteReason(error)}`;
  const code = systemCode(error);
  if (code === undefined) throw error;
  return `the index in ${cacheDir} cannot be used: ${code}`;
}

const isUpToDate = ({ jobs, gone }: Sweep): boolean => jobs.length === 0 && gone.length === 0;

const isToBeKept = (discovered: Discovered, { homes = [] }: UpdateOptions): boolean =>
  homes.length > 0 && isWorthKnowing(discovered);

const nothingToDo: UpdateReport = {
  indexedBytes: 0,
  pendingBytes: 0,
  pendingFiles: 0,
  removed: 0,
  failed: [],
  problem: undefined,
  isWriter: true,
};

function catalogOf(sqlite: Sqlite, opened: Database, place: CatalogPlace): Catalog {
  let database = opened;
  let isOpen = true;
  let isReading = false;
  let table: FileTable | undefined;

  /** From the first look on everything is seen as it was then, whatever other processes write. */
  function reading<T>(look: () => T): T {
    try {
      if (!isReading) {
        database.exec("BEGIN");
        isReading = true;
      }
      return look();
    } catch (error) {
      throw failureOf(error);
    }
  }

  function failureOf(error: unknown): unknown {
    if (error instanceof CatalogFailure) return error;
    const isSpoilt = isDamage(error) || (isMisunderstood(error) && !isOurMake(sqlite, database));
    if (!isSpoilt && (isMisunderstood(error) || !isWorlds(error))) return error;
    if (isSpoilt) throwAway();
    return new CatalogFailure(unavailableReason(error, place), { cause: error });
  }

  function endReading(): void {
    table = undefined;
    if (isReading) database.exec("COMMIT");
    isReading = false;
  }

  /** Files whose digests have changed by themselves. */
  const spoiled = new Set<number>();

  function close(): void {
    if (isOpen && spoiled.size > 0) {
      endReading();
      markSpoiled({ sqlite, database, cacheDir: place.cacheDir }, spoiled);
    }
    isReading = false;
    if (isOpen) database.close();
    isOpen = false;
  }

  /** The next one to open it makes it anew. */
  function throwAway(): void {
    try {
      const lock = tryLock(sqlite, place.cacheDir);
      if (lock === undefined) return;
      removeDatabase(place.cacheDir);
      lock.release();
    } catch (error) {
      // What cannot be thrown away is said to be damaged once more.
      if (!isWorlds(error)) throw error;
    }
  }

  /** The last answer to `discover`. */
  let rediscovered: Discovered | undefined;

  const known = (): FileTable => (table ??= reading(() => readTable(database)));
  async function update(discovered: Discovered, options: UpdateOptions = {}): Promise<UpdateReport> {
    try {
      // Mostly nothing has changed: then what was read to see that is kept for what is asked next.
      const isKnown = known().isPacked && (discovered === rediscovered || !isToBeKept(discovered, options));
      if (isKnown && isUpToDate(pendingIn(known(), discovered, options))) return nothingToDo;
      endReading();
      return await locked(discovered, options);
    } catch (error) {
      if (!(error instanceof CatalogFailure) && !isDamage(error)) throw failureOf(error);
      if (error instanceof CatalogFailure && !isDamage(error.cause)) throw error;
    }
    // It is only a cache: from the logs it is made again.
    close();
    try {
      throwAway();
      const fresh = openDatabase(sqlite, place.cacheDir);
      if (fresh === undefined) throw new CatalogFailure(underWay);
      database = fresh;
      isOpen = true;
      return await locked(discovered, options);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async function locked(discovered: Discovered, options: UpdateOptions): Promise<UpdateReport> {
    const lock = tryLock(sqlite, place.cacheDir);
    if (lock === undefined) {
      const { jobs, pendingBytes } = pendingIn(readTable(database), discovered, options);
      return {
        indexedBytes: 0,
        pendingBytes,
        pendingFiles: jobs.length,
        removed: 0,
        failed: [],
        problem: undefined,
        isWriter: false,
      };
    }
    try {
      const report = await updateCatalog({ ...place, database }, discovered, options);
      if (discovered !== rediscovered) keepFiles(discovered, options);
      return report;
    } finally {
      lock.release();
    }
  }

  function keepFiles(discovered: Discovered, { homes = [] }: UpdateOptions): void {
    if (!isToBeKept(discovered, { homes })) return;
    const tree = treeOf(homes, discovered, place.nowMs - freshMs);
    if (tree !== undefined) keepTree(database, homes, tree);
  }

  /** False while another process writes. */
  function exclusively(work: () => void): boolean {
    endReading();
    const lock = tryLock(sqlite, place.cacheDir);
    if (lock === undefined) return false;
    try {
      work();
      return true;
    } catch (error) {
      throw failureOf(error);
    } finally {
      lock.release();
    }
  }

  return {
    discover(homes) {
      const tree = reading(() => keptTree(database, homes));
      rediscovered = tree && findKnown(tree);
      return rediscovered;
    },
    update,
    *hits(query) {
      try {
        yield* reading(() => findHits(database, query, known));
      } catch (error) {
        throw failureOf(error);
      }
    },
    files: known,
    covered: (path) => known().covered(path) ?? 0,
    digest(path) {
      const id = known().id(path);
      if (id === undefined) return undefined;
      const digest = reading(() => digestOf(database, id));
      if (digest === undefined) spoiled.add(id);
      return digest;
    },
    longLines() {
      const rows = reading(() => database.prepare("SELECT path, long_lines FROM file WHERE long_lines > 0").all());
      return new Map(rows.map((row) => [textIn(row, "path"), numberIn(row, "long_lines")]));
    },
    sessions: () => reading(() => knownSessions(database)),
    words(path) {
      const row = reading(() => database.prepare("SELECT words FROM file WHERE path = ?").get(path));
      const text = optionalText(row ?? {}, "words");
      return text === undefined ? undefined : unpackWords(text);
    },
    *digests() {
      const all = new Map(reading(() => knownFiles(database)).map((file) => [file.id, file]));
      try {
        for (const found of reading(() => database.prepare("SELECT file, sum, packed FROM digest").iterate())) {
          const file = all.get(numberIn(found, "file"));
          const packed = soundDigest(found);
          const digest: Digest | undefined = packed && unpackDigest(packed);
          if (file !== undefined && digest !== undefined) yield { ...file, digest };
          else if (file !== undefined) spoiled.add(file.id);
        }
      } catch (error) {
        throw failureOf(error);
      }
    },
    fileMemory: fileMemory({ reading, exclusively, database: () => database }),
    status: (question = {}) => reading(() => statusOf({ ...place, database }, question)),
    forget: (homes) =>
      exclusively(() => {
        forgetHomes(database, homes);
        forgetEvidence(database, homes);
      }),
    close,
  };
}
