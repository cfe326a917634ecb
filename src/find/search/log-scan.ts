// A log and a query -> where it matches, found by reading the file from a place on; only lines that may match are parsed.
import { maxLineBytes } from "../../format/index.ts";
import { peekLog } from "../../store/index.ts";
import type { FileContext } from "../query/evaluate.ts";
import { callLookup } from "./call-lookup.ts";
import { type Judge, matchingParts } from "./entry-match.ts";
import { type FileReader, decodeBytes, openReader } from "./file-reader.ts";
import type { LineFinder } from "./line-finder.ts";
import { type TimeLineStart, timeLine } from "./time-line.ts";

/** Where a part that matches stands. */
export type FoundPart = {
  readonly offset: number;
  readonly line: number;
  readonly part: number;
  readonly orderSeconds: number;
};

export type LogJob = {
  readonly path: string;
  readonly context: FileContext;
  readonly start: TimeLineStart;
  /** Told of each line that is longer than a line may be: it is not searched. */
  readonly onTooLong: () => void;
};

export function* scanLog(job: LogJob, finder: LineFinder, judge: Judge): Generator<FoundPart, void, undefined> {
  const reader = openReader(job.path);
  try {
    const times = timeLine(reader, { ...job.start, lastMs: () => peekLog(job.path).lastMs });
    const calls = callLookup(reader);
    for (const { bytes, offset } of candidateLines(reader, finder, {
      from: job.start.offset,
      onTooLong: job.onTooLong,
    })) {
      const decoded = decodeBytes(bytes, offset);
      // Only what is asked for is found out; the place in time must be asked in order, so it is kept.
      let place: ReturnType<typeof times.at> | undefined;
      const placed = () => (place ??= times.at(offset, decoded));
      const parts = matchingParts(decoded, judge, {
        file: job.context,
        orderSeconds: () => placed().orderSeconds,
        call: calls.at(offset),
      });
      for (const part of parts) yield { offset, part, ...placed() };
    }
  } finally {
    reader.close();
  }
}

/** Large enough to be read fast, small enough to stay in the processor's cache. */
const chunkBytes = 512 * 1024;

type Candidate = { readonly bytes: Uint8Array; readonly offset: number };

export type Stretch = { readonly from: number; readonly onTooLong?: () => void };

/** Lines from a place on that the finder lets through; their bytes are good until the next one. */
export function* candidateLines(
  reader: FileReader,
  finder: LineFinder,
  { from, onTooLong = () => undefined }: Stretch,
): Generator<Candidate, void, undefined> {
  let capacity = chunkBytes;
  let memory = finder.room(capacity);
  /** Where in the file the memory begins, and how much of it is filled. */
  let base = from;
  let filled = 0;
  let isSkipping = false;
  for (;;) {
    const wanted = capacity - filled;
    const count = reader.read(memory.subarray(filled, capacity), base + filled);
    const total = filled + count;
    const isLast = count < wanted;
    const end = isLast ? total : memory.subarray(0, total).lastIndexOf(0x0a) + 1;
    if (end === 0 && !isLast) {
      // A line longer than the memory: more room, or, beyond what a line may be, nothing of it is kept.
      if (capacity <= maxLineBytes) {
        filled = total;
        capacity *= 4;
        memory = finder.room(capacity);
      } else {
        if (!isSkipping) onTooLong();
        isSkipping = true;
        base += total;
        filled = 0;
      }
      continue;
    }
    const start: number = isSkipping ? memory.subarray(0, end).indexOf(0x0a) + 1 : 0;
    isSkipping = isSkipping && start === 0;
    if (capacity > maxLineBytes) for (const _line of tooLongLines(memory.subarray(start, end))) onTooLong();
    if (!isSkipping) {
      for (const line of finder.lines(start, end))
        yield { bytes: memory.subarray(line.start, line.end), offset: base + line.start };
    }
    if (isLast) return;
    memory.copyWithin(0, end, total);
    base += end;
    filled = total - end;
  }
}

/** Only where the memory is large enough to hold one. */
function* tooLongLines(bytes: Uint8Array): Generator<number, void, undefined> {
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(0x0a, at);
    const end = feed < 0 ? bytes.length : feed;
    if (end - at > maxLineBytes) yield at;
    at = end + 1;
  }
}
