// What a mended log is made of while it is planned: lines of the source, parts of them, and entries that are new; nothing is read here.
import type { Change, JsonObject, Range } from "../../format/index.ts";

export type Item = {
  /** Of the source; 0 for an entry that no line holds as it is. */
  readonly line: number;
  /** Only these bytes of the line, which are one whole object; its line end becomes LF. */
  readonly part?: Range;
  readonly entry?: JsonObject;
  /** The line of the source that such an entry was put together from. */
  readonly from?: number;
  readonly changes: readonly Change[];
  /** Stands for a line that was lost except for what it hung on; nothing of it is written. */
  readonly ghost?: Ghost;
};

export type Ghost = {
  readonly line: number;
  readonly parent: string | undefined;
  /** Where its own end is left. */
  readonly uuid: string | undefined;
};

/** In the order of the result. */
export type View = readonly Item[];

/** One for all, for there may be a million lines. */
const none: readonly never[] = [];

export const wholeLine = (line: number): Item => ({ line, changes: none });
export const partOf = (line: number, part: Range): Item => ({ line, part, changes: none });
export const newItem = (entry: JsonObject): Item => ({ line: 0, entry, changes: none });
export const salvaged = (entry: JsonObject, from: number): Item => ({ ...newItem(entry), from });
export const ghostOf = (ghost: Ghost): Item => ({ line: 0, changes: none, ghost });

export const isUntouched = (item: Item): boolean =>
  item.line > 0 && item.part === undefined && item.changes.length === 0;
