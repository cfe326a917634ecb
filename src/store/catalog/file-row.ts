// Rows of the table of files <-> what the catalog remembers of each file.
import { type FileKind, fileKinds } from "./listed-file.ts";
import { type Row, isRow, numberIn, optionalNumber, optionalText, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

/** What tells whether a file has changed. */
export type KnownFile = {
  readonly id: number;
  readonly path: string;
  readonly kind: FileKind;
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly covered: number;
};

export type FileRow = KnownFile &
  Progress & {
    readonly slug: string;
    readonly stem: string;
    readonly session: string | undefined;
  };

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

/** All of them, by path; every run of every command asks for them, so only what it takes to compare is read. */
export function knownFiles(database: Database): ReadonlyMap<string, KnownFile> {
  const rows = database.prepare("SELECT id, path, kind, device, inode, size, modified, covered FROM file").all();
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
    device: numberIn(row, "device"),
    inode: numberIn(row, "inode"),
    sizeBytes: numberIn(row, "size"),
    modifiedMs: numberIn(row, "modified"),
    covered: numberIn(row, "covered"),
  };
}

function fileRow(row: Row): FileRow {
  return {
    ...knownFile(row),
    slug: textIn(row, "slug"),
    stem: textIn(row, "stem"),
    session: optionalText(row, "session"),
    lines: numberIn(row, "lines"),
    head: bytesIn(row, "head"),
    tail: bytesIn(row, "tail"),
    base: numberIn(row, "base"),
    timedFrom: optionalNumber(row, "timed_from"),
    newest: optionalNumber(row, "newest"),
  };
}

function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
