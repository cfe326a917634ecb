// Files from a cursor that threads share -> what each of them gave, as long as there are files.
import { WorldError } from "../world-error.ts";
import type { Kernel } from "./kernel.ts";
import { scanFile } from "./scan-log.ts";
import type { ScanFailure, ScannedLog } from "./scanned.ts";
import type { Columns } from "./table-columns.ts";

/** Two numbers that all threads see: which file is next, and how much was read, in units of 4096 bytes. */
export type SharedWork = { readonly paths: readonly string[]; readonly shared: Int32Array<SharedArrayBuffer> };

export const sharedNumbers = 2;
const nextFile = 0;
const doneUnits = 1;
const unitBytes = 4096;

export type FilesOptions = {
  readonly onLog: (index: number, log: ScannedLog) => void;
  readonly onFailure: (index: number, failure: ScanFailure) => void;
  /** After each chunk. */
  readonly onChunk?: () => void;
  /** As for `scanBytes`. */
  readonly all?: (kernel: Kernel) => Columns;
};

export function scanFiles({ paths, shared }: SharedWork, { onLog, onFailure, onChunk, all }: FilesOptions): void {
  let rest = 0;
  const onBytes = (count: number): void => {
    rest += count;
    Atomics.add(shared, doneUnits, Math.floor(rest / unitBytes));
    rest %= unitBytes;
    onChunk?.();
  };
  const options = { onBytes, ...(all && { all }) };
  for (;;) {
    const index = Atomics.add(shared, nextFile, 1);
    const path = paths[index];
    if (path === undefined) return;
    try {
      onLog(index, scanFile(path, options));
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      onFailure(index, { path, error });
    }
  }
}

export function doneBytes(shared: Int32Array<SharedArrayBuffer>): number {
  return Atomics.load(shared, doneUnits) * unitBytes;
}
