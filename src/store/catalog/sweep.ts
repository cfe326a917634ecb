// Files as they are and as the catalog remembers them -> which to read, from where, and which are gone; opens none of them.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../world-error.ts";
import type { KnownFile } from "./file-row.ts";
import type { ListedFile } from "./listed-file.ts";

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

/** The mark of a time that was too fresh to be relied on. */
export const freshTime = -1;

export function sweep(files: readonly ListedFile[], known: ReadonlyMap<string, KnownFile>): Sweep {
  const jobs = files.flatMap((file) => jobFor(file, known.get(file.path)));
  const listed = new Set(files.map(({ path }) => path));
  return {
    jobs,
    pendingBytes: jobs.reduce((sum, job) => sum + job.pendingBytes, 0),
    // Other homes than those looked into now are covered too: only what is nowhere is gone.
    gone: [...known.values()].filter((file) => !listed.has(file.path) && isOutOfReach(file)),
  };
}

function jobFor(file: ListedFile, known: KnownFile | undefined): readonly ReadJob[] {
  const { sizeBytes } = file;
  if (known === undefined) return [{ file, known, pendingBytes: sizeBytes }];
  const isSame = isSameFile(file, known);
  if (isSame && sizeBytes === known.sizeBytes && file.modifiedMs === known.modifiedMs) return [];
  const isRest = isSame && isContinued(file, known);
  return [{ file, known: isRest ? known : undefined, pendingBytes: isRest ? sizeBytes - known.covered : sizeBytes }];
}

/** Logs grow at their end. One that was touched and did not change its size may have been written over. */
function isContinued(file: ListedFile, known: KnownFile): boolean {
  if (file.kind === "tool-result" || file.sizeBytes < known.covered) return false;
  return file.sizeBytes !== known.sizeBytes || known.modifiedMs === freshTime;
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
