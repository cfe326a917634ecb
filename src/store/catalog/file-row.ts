// Rows of the table of files <-> what the catalog remembers of each file.
import { checksum } from "./checksum.ts";
import type { CoveredFile } from "./covered-file.ts";
import { fileKinds } from "./listed-file.ts";
import { type LogWords, unpackWords } from "./log-words.ts";
import { DamagedRow, type Row, isRow, numberIn, optionalNumber, optionalText, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

/** Whether a file has changed, and what the rest of the program asks for. */
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
  /** The file's own second: times much later are not believed. */
  readonly base: number;
  /** The second by which parts in front of the first time were placed. */
  readonly lead: number;
  /** Lines that are longer than a line may be. */
  readonly longLines: number;
  /** Where the first line with a time begins. */
  readonly timedFrom: number | undefined;
  /** The greatest time so far, in seconds. */
  readonly newest: number | undefined;
};

const knownColumns = "id, path, kind, slug, stem, session, device, inode, size, modified, covered, lines, newest";

export function knownFiles(database: Database): readonly KnownFile[] {
  return database.prepare(`SELECT ${knownColumns} FROM file`).all().map(knownFile);
}

/** What a listing asks of every session. */
export type KnownSession = Pick<CoveredFile, "covered" | "newestSeconds"> & { readonly words: LogWords };

export function knownSessions(database: Database): ReadonlyMap<string, KnownSession> {
  const kind = fileKinds.indexOf("session");
  const rows = database.prepare("SELECT path, covered, newest, words, sum FROM file WHERE kind = ?").all(kind);
  return new Map(
    rows.map((row) => {
      const [path, covered, words] = [textIn(row, "path"), numberIn(row, "covered"), textIn(row, "words")];
      const newest = optionalNumber(row, "newest");
      if (numberIn(row, "sum") !== listedSum(path, { covered, newest, words })) throw new DamagedRow("a file's row");
      return [path, { covered, newestSeconds: newest, words: unpackWords(words) }];
    }),
  );
}

type Listed = Pick<Progress, "covered" | "newest"> & { readonly words: string | undefined };

/** Of all that a listing asks of a file. */
export function listedSum(path: string, { covered, newest, words }: Listed): number {
  return checksum(`${path}\n${covered}\n${newest ?? ""}\n${words ?? ""}`);
}

export function knownFileOf(database: Database, id: number): KnownFile {
  return knownFile(rowOf(database, id, knownColumns));
}

export function fileRowOf(database: Database, id: number): FileRow {
  return fileRow(rowOf(database, id, "*"));
}

function rowOf(database: Database, id: number, columns: string): Row {
  const row = database.prepare(`SELECT ${columns} FROM file WHERE id = ?`).get(id);
  if (!isRow(row)) throw new DamagedRow("a file is not in the catalog");
  return row;
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
    lead: numberIn(row, "lead"),
    longLines: numberIn(row, "long_lines"),
    timedFrom: optionalNumber(row, "timed_from"),
    newest: known.newestSeconds,
  };
}

function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
