// One file that is followed: what is remembered of it between two looks; only the tail's own functions change it.
import type { Look } from "../live-disk.ts";
import { type Prints, noPrints } from "./print.ts";
import type { Cursor, RestartReason, TailedFile } from "./tail-event.ts";

export type Followed = {
  file: TailedFile;
  device: number;
  inode: number;
  generation: number;
  /** The end of the last whole line that was told. */
  offset: number;
  /** Of the next line; undefined until the lines before `offset` have been counted. */
  lineNumber: number | undefined;
  counted: Counted | undefined;
  prints: Prints;
  /** How far an unfinished long line was searched for its end, and the print of what stands before that. */
  searched: { readonly offset: number; readonly before: string } | undefined;
  seen: Look | undefined;
  /** There was more to read than one turn allows. */
  hasMore: boolean;
  /** Looked into again after file times can no longer hide a change. */
  isSettled: boolean;
  changedAtMs: number;
  missingSinceMs: number | undefined;
  /** Since when another file stands under its name while nobody knows whether it moved elsewhere. */
  doubtedSinceMs: number | undefined;
  isForgotten: boolean;
};

export type Counted = { readonly offset: number; readonly lines: number; readonly lineEnd: number };

export function followed(file: TailedFile, look: Look, nowMs: number): Followed {
  return {
    file,
    device: look.device,
    inode: look.inode,
    generation: 1,
    offset: 0,
    lineNumber: 1,
    counted: undefined,
    prints: noPrints,
    searched: undefined,
    seen: undefined,
    hasMore: false,
    isSettled: false,
    changedAtMs: nowMs,
    missingSinceMs: undefined,
    doubtedSinceMs: undefined,
    isForgotten: false,
  };
}

export function restart(one: Followed): void {
  one.generation += 1;
  one.offset = 0;
  one.lineNumber = 1;
  one.counted = undefined;
  one.prints = noPrints;
  one.searched = undefined;
}

export const isFileOf = (one: Followed, look: Pick<Look, "device" | "inode">): boolean =>
  one.inode === look.inode && one.device === look.device;

export function isUnchanged(one: Followed, look: Look): boolean {
  const { seen } = one;
  return (
    seen !== undefined &&
    seen.sizeBytes === look.sizeBytes &&
    seen.modifiedMs === look.modifiedMs &&
    seen.changedMs === look.changedMs
  );
}

export function restartReason(one: Followed, look: Look): RestartReason {
  if (!isFileOf(one, look)) return "replaced";
  return look.sizeBytes < one.offset ? "truncated" : "overwritten";
}

export function cursorOf(one: Followed): Cursor {
  const { file, device, inode, generation, offset, lineNumber, prints } = one;
  return { path: file.path, device, inode, generation, offset, lineNumber, ...prints };
}
