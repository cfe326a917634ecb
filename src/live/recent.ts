// A log's path -> its last lines and the cursor behind them, without reading the rest: enough to know where a session stands.
import { type Decoded, type Line, decodeLine, lineSplitter } from "../format/index.ts";
import type { LiveDisk } from "./live-disk.ts";
import { beforeBytes, printsAt, readSpan } from "./tail/print.ts";
import type { Cursor } from "./tail/tail-event.ts";

export type Recent = {
  /** Whole lines only, and their numbers count from the first of them; each is decoded when it is its turn, and not kept. */
  readonly lines: Iterable<Decoded>;
  /** When the file was last written to. */
  readonly modifiedMs: number;
  /** For a tail to go on exactly behind them. */
  readonly cursor: Cursor;
};

export type RecentOptions = {
  readonly disk: LiveDisk;
  readonly mostBytes: number;
  /** Files that were last written to before this are not opened. */
  readonly sinceMs: number;
};

/** Undefined for what is not there, too old, or has no whole line among its last bytes. */
export function readRecent(path: string, { disk, mostBytes, sinceMs }: RecentOptions): Recent | undefined {
  const look = disk.look(path);
  if (look?.kind !== "file" || look.modifiedMs < sinceMs) return undefined;
  const descriptor = disk.open(path);
  if (descriptor === undefined) return undefined;
  try {
    const { sizeBytes, device, inode } = disk.facts(descriptor);
    const from = Math.max(0, sizeBytes - Math.max(mostBytes, beforeBytes));
    const bytes = readSpan(disk, descriptor, { offset: from, length: sizeBytes - from });
    const first = from === 0 ? 0 : bytes.indexOf(0x0a) + 1;
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end <= first) return undefined;
    const lines = [...lineSplitter({ offset: from + first, number: 1 }).push(bytes.subarray(first, end))];
    const offset = from + end;
    const lineNumber = from === 0 ? lines.length + 1 : undefined;
    const prints = printsAt(disk, descriptor, offset);
    return {
      lines: { [Symbol.iterator]: () => decoded(lines) },
      modifiedMs: look.modifiedMs,
      cursor: { path, device, inode, generation: 1, offset, lineNumber, ...prints },
    };
  } finally {
    disk.close(descriptor);
  }
}

function* decoded(lines: readonly Line[]): Generator<Decoded, void, undefined> {
  for (const line of lines) yield decodeLine(line);
}
