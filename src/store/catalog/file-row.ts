// Rows of the table of files <-> what the catalog remembers of each file.
import type { CoveredFile } from "./covered-file.ts";
import { fileKinds } from "./listed-file.ts";
import { type Row, isRow, numberIn, optionalNumber, optionalText, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

/** What is read of every file in every run: whether it has changed, and what the rest of the program asks for. */
export type KnownFile = CoveredFile & {
  readonly id: number;
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
};

export type FileRow = KnownFile & Progress;

/** How far a file has been read, and what is needed to read on. */
export type Progress = {
  /** Bytes of whole lines that are in the catalog. */
  readonly covered: number;
  readonly lines: number;
  /** Hashes of the first bytes and of the last before `covered`. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** The file's own second, by which parts without a time were placed. */
  readonly base: number;
  /** Where the first line with a time begins. */
  readonly timedFrom: number | undefined;
  /** The greatest time so far, in seconds. */
  readonly newest: number | undefined;
};

const knownColumns = "id, path, kind, slug, stem, session, device, inode, size, modified, covered, lines, newest";

/** All of them, by path. */
export function knownFiles(database: Database): ReadonlyMap<string, KnownFile> {
  const rows = database.prepare(`SELECT ${knownColumns} FROM file`).all();
  return new Map(rows.map((row) => [textIn(row, "path"), knownFile(row)]));
}

export function fileRowOf(database: Database, id: number): FileRow {
  const row = database.prepare("SELECT * FROM file WHERE id = ?").get(id);
  if (!isRow(row)) throw new Error("a file is not in the catalog");
  return fileRow(row);
}

function knownFile(row: Row): KnownFile {
  return {
    id: numberIn(row, "id"),
    path: textIn(row, "path"),
    kind: fileKinds[numberIn(row, "kind")] ?? "session",
    slug: textIn(row, "slug"),
    stem: textIn(row, "stem"),
    session: optionalText(row, "session"),
    device: numberIn(row, "device"),
    inode: numberIn(row, "inode"),
    sizeBytes: numberIn(row, "size"),
    modifiedMs: numberIn(row, "modified"),
    covered: numberIn(row, "covered"),
    lines: numberIn(row, "lines"),
    newestSeconds: optionalNumber(row, "newest"),
  };
}

function fileRow(row: Row): FileRow {
  const known = knownFile(row);
  return {
    ...known,
    head: bytesIn(row, "head"),
    tail: bytesIn(row, "tail"),
    base: numberIn(row, "base"),
    timedFrom: optionalNumber(row, "timed_from"),
    newest: known.newestSeconds,
  };
}

function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
