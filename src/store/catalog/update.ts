// The files of this moment and the open catalog -> the catalog up to date, by its only writer; what cannot be done is reported, not thrown.
import { existsSync } from "node:fs";
import { type Digest, unpackDigest } from "../../graph/index.ts";
import type { Discovered } from "../discover.ts";
import { systemCode } from "../world-error.ts";
import { type FileRow, type Progress, fileRowOf } from "./file-row.ts";
import { type FileTable, packTable, readTable } from "./file-table.ts";
import { insertion } from "./insertion.ts";
import { type DeletedFile, appendToLedger, ledgerKey, presentKeys } from "./ledger.ts";
import { checksum } from "./checksum.ts";
import { type Row, isRow, numberIn } from "./row.ts";
import type { ReadOrder } from "./read-job.ts";
import { settle } from "./settle.ts";
import type { Database } from "./sqlite.ts";
import { type ReadJob, type Sweep, sweep, trueTime } from "./sweep.ts";
import { filesWithin, realFolders } from "./within-homes.ts";

export type UpdateOptions = {
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  /** When more than this is to be read, nothing is: it only says how much. */
  readonly maxBytes?: number;
  /** Text of one transaction; as much as is good for the index when not said. */
  readonly batchBytes?: number;
  /** Where the files were looked for: then how they stand there is kept for the next time. */
  readonly homes?: readonly string[];
  /** Whether files that stand elsewhere are asked for too, in case they are gone; so when not said. */
  readonly reach?: "homes" | "everywhere";
};

export type UpdateReport = {
  readonly indexedBytes: number;
  /** Bytes that the catalog does not cover. */
  readonly pendingBytes: number;
  readonly pendingFiles: number;
  /** Files that went away. */
  readonly removed: number;
  /** Files that could not be read. */
  readonly failed: readonly string[];
  /** What went wrong beside that and will be tried again. */
  readonly problem: string | undefined;
  /** False while another process updates the catalog: this one only reads it. */
  readonly isWriter: boolean;
};

export type Place = { readonly database: Database; readonly dataDir: string; readonly nowMs: number };

/** A file that changed later than this before we looked may change again without a sign. */
export const freshMs = 2000;

export function pendingIn(table: FileTable, discovered: Discovered, options: UpdateOptions = {}): Sweep {
  return sweep(discovered, table, options.reach === "homes" ? realFolders(options.homes ?? []) : undefined);
}

export async function updateCatalog(
  place: Place,
  discovered: Discovered,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { database } = place;
  const table = readTable(database);
  const found = pendingIn(table, discovered, options);
  const { jobs, pendingBytes } = found;
  const write = insertion(
    database,
    jobs.map(({ file }) => file),
  );
  const { removed, problem } = forget(place, discovered, found);
  if (removed.length > 0) write.remove(removed);
  const report = { removed: removed.length, problem, isWriter: true } as const;
  if (pendingBytes > (options.maxBytes ?? Infinity)) {
    if (removed.length > 0 || !table.isPacked) packTable(database);
    return { ...report, indexedBytes: 0, pendingBytes, pendingFiles: jobs.length, failed: [] };
  }
  const failed: string[] = [];
  let indexedBytes = 0;
  if (jobs.length > 0) {
    // Most updates find nothing to do, and need none of this.
    const { batchesOf } = await import("./batches.ts");
    for await (const batch of batchesOf(ordersFor(place, jobs), { pendingBytes, batchBytes: options.batchBytes })) {
      write.insert(batch);
      indexedBytes += batch.readBytes;
      for (const job of batch.failed) failed.push(jobs[job]?.file.path ?? "");
      options.onProgress?.(indexedBytes, pendingBytes);
    }
    settle(database, pendingBytes);
  }
  if (jobs.length > 0 || removed.length > 0 || !table.isPacked) packTable(database);
  return { ...report, indexedBytes, pendingBytes: 0, pendingFiles: failed.length, failed };
}

/** Their logs are still there: nothing goes into the ledger. */
export function forgetHomes(database: Database, homes: readonly string[]): void {
  const { condition, values } = filesWithin(homes);
  const rows = database.prepare(`SELECT id FROM file WHERE ${condition}`).all(...values);
  insertion(database, []).remove(rows.map((row) => ({ id: numberIn(row, "id") })));
}

/**
 * The totals of a deleted session are durable before its rows go. Where not even the folder of projects is left, a disk
 * is missing or a copy was thrown away: its files are forgotten, and no session is taken for deleted.
 */
function forget({ database, dataDir, nowMs }: Place, discovered: Discovered, { gone }: Sweep): Forgotten {
  const rows = gone.map(({ id }) => fileRowOf(database, id));
  const roots = new Map([...new Set(rows.map(rootOf))].map((root) => [root, existsSync(root)]));
  const present = new Set(rows.length === 0 ? [] : presentKeys(discovered));
  const deleted = rows.flatMap((row): readonly DeletedFile[] => {
    const { path, kind, slug, stem, session, sizeBytes } = row;
    const modifiedMs = trueTime(row.modifiedMs);
    if (kind === "tool-result" || roots.get(rootOf(row)) !== true || present.has(ledgerKey(row))) return [];
    const digest = digestOf(database, row.id);
    if (digest === undefined || digest.lines === 0) return [];
    return [{ path, kind, slug, stem, session, sizeBytes, modifiedMs, deletedMs: nowMs, digest }];
  });
  try {
    appendToLedger(dataDir, deleted);
    return { removed: rows, problem: undefined };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    // Their rows stay, so that nothing is lost when it can be written again.
    const kept = new Set(deleted.map(({ path }) => path));
    const problem = `what ${kept.size} deleted logs cost cannot be kept in ${dataDir}: ${code}`;
    return { removed: rows.filter(({ path }) => !kept.has(path)), problem };
  }
}

type Forgotten = { readonly removed: readonly FileRow[]; readonly problem: string | undefined };

/** The folder that holds the folders of projects. */
function rootOf({ path, slug }: FileRow): string {
  const at = Math.max(path.lastIndexOf(`/${slug}/`), path.lastIndexOf(`\\${slug}\\`));
  return at <= 0 ? path : path.slice(0, at);
}

function ordersFor({ database, nowMs }: Place, jobs: readonly ReadJob[]): readonly ReadOrder[] {
  return jobs.map(({ file: { path, kind }, known }, job) => {
    const digest = known === undefined ? undefined : packedDigest(database, known.id);
    const start =
      known === undefined || digest === undefined ? undefined : { ...progressOf(database, known.id), digest };
    return { job, path, kind, known: start, settledMs: nowMs - freshMs };
  });
}

function progressOf(database: Database, id: number): Progress {
  const { covered, lines, head, tail, base, lead, longLines, timedFrom, newest } = fileRowOf(database, id);
  return { covered, lines, head, tail, base, lead, longLines, timedFrom, newest };
}

function packedDigest(database: Database, file: number): Uint8Array | undefined {
  const row = database.prepare("SELECT sum, packed FROM digest WHERE file = ?").get(file);
  return isRow(row) ? soundDigest(row) : undefined;
}

/** Packed; undefined where its bytes have changed by themselves. */
export function soundDigest({ packed, sum }: Row): Uint8Array | undefined {
  return packed instanceof Uint8Array && sum === checksum(packed) ? packed : undefined;
}

export function digestOf(database: Database, file: number): Digest | undefined {
  const packed = packedDigest(database, file);
  return packed === undefined ? undefined : unpackDigest(packed);
}
