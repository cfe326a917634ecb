// A batch and the list of its files -> rows of the catalog, in one transaction: all of it is there afterwards, or nothing.
import { checksum } from "./checksum.ts";
import { type Batch, type ReadFile, partWidth } from "./batch.ts";
import { type KnownFile, listedSum } from "./file-row.ts";
import { type ListedFile, fileKinds } from "./listed-file.ts";
import { firstKey, lastKey, minuteOf, minuteOfKey } from "./part-key.ts";
import { isRow, numberIn, optionalNumber } from "./row.ts";
import type { Database, Value } from "./sqlite.ts";

export type Insertion = {
  readonly insert: (batch: Batch) => void;
  readonly remove: (files: readonly Pick<KnownFile, "id">[]) => void;
};

const dropText = "DELETE FROM text WHERE rowid IN (SELECT id FROM part WHERE file = ? AND offset < ?)";
const dropParts = "DELETE FROM part WHERE file = ? AND offset < ?";
const wholeFile = Number.MAX_SAFE_INTEGER;

export function insertion(database: Database, files: readonly ListedFile[]): Insertion {
  const statement = {
    fileId: database.prepare("SELECT id FROM file WHERE path = ?"),
    dropText: database.prepare(dropText),
    dropParts: database.prepare(dropParts),
    dropDigest: database.prepare("DELETE FROM digest WHERE file = ?"),
    dropEvidence: database.prepare("DELETE FROM evidence WHERE path = (SELECT path FROM file WHERE id = ?)"),
    dropFile: database.prepare("DELETE FROM file WHERE id = ?"),
    file: database.prepare(`
      INSERT INTO file (path, kind, slug, stem, session, device, inode, size, modified, covered, lines, head, tail, base,
        timed_from, newest, lead, long_lines, words, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, slug = excluded.slug, stem = excluded.stem,
        session = excluded.session, device = excluded.device, inode = excluded.inode, size = excluded.size,
        modified = excluded.modified, covered = excluded.covered, lines = excluded.lines, head = excluded.head,
        tail = excluded.tail, base = excluded.base, timed_from = excluded.timed_from, newest = excluded.newest,
        lead = excluded.lead, long_lines = excluded.long_lines,
        words = excluded.words, sum = excluded.sum
      RETURNING id`),
    digest: database.prepare("INSERT OR REPLACE INTO digest (file, sum, packed) VALUES (?, ?, ?)"),
    addTool: database.prepare("INSERT OR IGNORE INTO tool (name) VALUES (?)"),
    tool: database.prepare("SELECT id FROM tool WHERE name = ?"),
    lastPart: database.prepare("SELECT max(id) AS id FROM part WHERE id >= ? AND id <= ?"),
    part: database.prepare(`
      INSERT INTO part (id, file, seconds, offset, line, ordinal, kind, role, tool, error, human)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    changed: database.prepare("UPDATE state SET changes = changes + 1, late = max(late, ?)"),
    text: database.prepare("INSERT INTO text (rowid, body) VALUES (CAST(? AS INTEGER), CAST(? AS TEXT))"),
  } as const;
  return {
    insert: (batch) => inTransaction(database, () => insertAll(batch)),
    remove: (rows) =>
      inTransaction(database, () => {
        for (const { id } of rows) {
          removeParts(id, wholeFile);
          statement.dropDigest.run(id);
          statement.dropEvidence.run(id);
          statement.dropFile.run(id);
        }
        statement.changed.run(0);
      }),
  };

  function insertAll(batch: Batch): void {
    const ids = new Map<number, number>();
    for (const file of batch.files) ids.set(file.job, putFile(file));
    const tools = batch.tools.map(toolId);
    const { parts, texts } = batch;
    const order = Array.from({ length: parts.length / partWidth }, (_, place) => place * partWidth);
    // Rowids that go up keep the index from writing out what it has gathered so far.
    order.sort((a, b) => (parts[a + 1] ?? 0) - (parts[b + 1] ?? 0) || a - b);
    let key = -1;
    let limit = -1;
    let late = 0;
    for (const at of order) {
      const [job = 0, seconds = 0, offset = 0, line = 0, ordinal = 0, kind = 0] = parts.subarray(at, at + 6);
      const [role = 0, tool = 0, error = 0, human = 0, start = 0, end = 0] = parts.subarray(at + 6, at + partWidth);
      const file = ids.get(job);
      // Its file could not be read to the end: the next update tries again.
      if (file === undefined) continue;
      const minute = minuteOf(seconds);
      if (firstKey(minute) > limit || key === limit) {
        key = freeKey(Math.max(firstKey(minute), key + 1));
        limit = lastKey(minuteOfKey(key));
      } else key += 1;
      late = Math.max(late, minuteOfKey(key) - minute);
      statement.part.run(key, file, seconds, offset, line, ordinal, kind, role, tools[tool] ?? null, error, human);
      statement.text.run(key, texts.subarray(start, end));
    }
    statement.changed.run(late);
  }

  /** Behind all parts of that minute; one that is full runs on into the next. */
  function freeKey(from: number): number {
    let key = from;
    for (;;) {
      const limit = lastKey(minuteOfKey(key));
      const row = statement.lastPart.get(key, limit);
      const taken = isRow(row) ? optionalNumber(row, "id") : undefined;
      if (taken === undefined) return key;
      key = taken + 1;
      if (taken < limit) return key;
    }
  }

  function putFile({ job, replaces, progress, digest, words, ...identity }: ReadFile): number {
    const file = files[job];
    if (file === undefined) throw new Error("a file that nobody asked for");
    const known = statement.fileId.get(file.path);
    if (isRow(known) && replaces !== "nothing")
      removeParts(numberIn(known, "id"), replaces === "all" ? wholeFile : replaces.to);
    const values: readonly Value[] = [
      file.path,
      fileKinds.indexOf(file.kind),
      file.slug,
      file.stem,
      file.session ?? null,
      identity.device,
      identity.inode,
      identity.sizeBytes,
      identity.modifiedMs,
      progress.covered,
      progress.lines,
      progress.head,
      progress.tail,
      progress.base,
      progress.timedFrom ?? null,
      progress.newest ?? null,
      progress.lead,
      progress.longLines,
      words ?? null,
      listedSum(file.path, { covered: progress.covered, newest: progress.newest, words }),
    ];
    const row = statement.file.get(...values);
    if (!isRow(row)) throw new Error("a file was not kept");
    const id = numberIn(row, "id");
    if (digest !== undefined) statement.digest.run(id, checksum(digest), digest);
    return id;
  }

  function removeParts(file: number, before: number): void {
    statement.dropText.run(file, before);
    statement.dropParts.run(file, before);
  }

  function toolId(name: string): number {
    statement.addTool.run(name);
    const row = statement.tool.get(name);
    if (!isRow(row)) throw new Error("a tool was not kept");
    return numberIn(row, "id");
  }
}

export function inTransaction(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** SQLite may have done it itself already, as it does when the disk is full. */
function rollBack(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
