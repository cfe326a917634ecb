// Files as they are and as the catalog remembers them -> which to read, from where, and which are gone; opens none of them.
import { statSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Discovered } from "../discover.ts";
import { systemCode } from "../world-error.ts";
import type { KnownFile } from "./file-row.ts";
import type { FileTable } from "./file-table.ts";
import { type ListedFile, filesOf } from "./listed-file.ts";

/** A file to be read: on from `known` if its bytes are still those, else from the start. */
export type ReadJob = {
  readonly file: ListedFile;
  readonly known: KnownFile | undefined;
  readonly pendingBytes: number;
};

export type Sweep = {
  readonly jobs: readonly ReadJob[];
  readonly pendingBytes: number;
  /** No longer where they were. */
  readonly gone: readonly KnownFile[];
};

/** A time that was too fresh to be relied on is kept below zero, where no file's time is. */
export const freshTime = (modifiedMs: number): number => -1 - modifiedMs;
const isFreshTime = (modifiedMs: number): boolean => modifiedMs < 0;
/** The file's own time, marked or not. */
export const trueTime = (modifiedMs: number): number => (isFreshTime(modifiedMs) ? -1 - modifiedMs : modifiedMs);

/** `within`: the folders that were looked into, when what stands elsewhere is not to be asked for. */
export function sweep(found: Discovered, known: FileTable, within?: readonly string[]): Sweep {
  const jobs: ReadJob[] = [];
  let listed = 0;
  for (const { facts, listing } of filesOf(found)) {
    if (known.isCurrent(facts)) listed += 1;
    else {
      const row = known.get(facts.realPath);
      if (row !== undefined) listed += 1;
      jobs.push(jobFor(listing(), row));
    }
  }
  return {
    jobs,
    pendingBytes: jobs.reduce((sum, job) => sum + job.pendingBytes, 0),
    gone: listed === known.size ? [] : goneFrom(known, found, within),
  };
}

function jobFor(file: ListedFile, known: KnownFile | undefined): ReadJob {
  const { sizeBytes } = file;
  if (known === undefined || !isSameFile(file, known) || !isContinued(file, known))
    return { file, known: undefined, pendingBytes: sizeBytes };
  return { file, known, pendingBytes: sizeBytes - known.covered };
}

/** Other homes than those looked into now are covered too: only what is nowhere is gone. */
function goneFrom(known: FileTable, found: Discovered, within: readonly string[] | undefined): readonly KnownFile[] {
  const listed = new Set(Array.from(filesOf(found), ({ facts }) => facts.realPath));
  const folders = within?.map((folder) => `${folder}${sep}`);
  return known.paths.flatMap((path) => {
    if (listed.has(path) || folders?.some((folder) => path.startsWith(folder)) === false) return [];
    const file = known.get(path);
    return file !== undefined && isOutOfReach(file) ? [file] : [];
  });
}

/** Logs grow at their end. One that was touched and did not change its size may have been written over. */
function isContinued(file: ListedFile, known: KnownFile): boolean {
  if (file.kind === "tool-result" || file.sizeBytes < known.covered) return false;
  return file.sizeBytes !== known.sizeBytes || isFreshTime(known.modifiedMs);
}

function isSameFile(file: ListedFile, known: KnownFile): boolean {
  return file.device === known.device && file.inode === known.inode;
}

/** A tool's output goes with its session, whose folder it stands in. */
function isOutOfReach({ path, kind }: KnownFile): boolean {
  return isGone(path) || (kind === "tool-result" && isGone(`${dirname(dirname(path))}.jsonl`));
}

function isGone(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    // What cannot be looked at may still be there.
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}
