// The size of a session that will be copied -> a thread for reading the copy back, started while there is other work to do.
import { realpathSync, statSync } from "node:fs";
import { type ReadBackThread, startReadBack } from "./read-back.ts";
import type { ReadAside } from "./source.ts";

/** A thread takes its time to start: what is done sooner is done without. */
export const worthAThread = 32 * 1024 * 1024;

let spare: ReadBackThread | undefined;

/** For those who know that a large result will be read back; whoever writes it takes the thread. Undefined where it is not worth one. */
export function prepareReadBack(path: string): ReadAside | undefined {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (spare === undefined && sizeBytes >= worthAThread) spare = startReadBack(realpathSync(path));
  return spare;
}

export function takeThread(source: string): ReadBackThread {
  const taken = spare ?? startReadBack(source);
  spare = undefined;
  return taken;
}

/** When nothing was written after all. */
export function dropReadBack(): void {
  spare?.end();
  spare = undefined;
}
