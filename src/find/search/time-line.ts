// A log -> at which line and in which second a place in it stands, as the index counts them; only asked where something was found.
import { type Decoded, stringField, timestampMs } from "../../format/index.ts";
import { type FileReader, lineFrom, lineStart } from "./file-reader.ts";
import { type RunFinder, runFinder } from "./needle-kernel.ts";

export type TimeLine = {
  /** Places must come in order, each the beginning of a line, with that line. */
  readonly at: (offset: number, decoded: Decoded) => { readonly line: number; readonly orderSeconds: number };
};

/** What is known in front of the first place that will be asked for. */
export type TimeLineStart = {
  readonly offset: number;
  readonly lines: number;
  readonly newestSeconds: number | undefined;
};

/** Times this much later than the file itself are not believed. */
const trustedAhead = 86_400;
const chunkBytes = 256 * 1024;
const key = Buffer.from('"timestamp"');
const valuePattern = /^\s*:\s*"([^"\\]{16,40})"/;

/** `lastMs`: the newest time that the log's end tells; what stands in front of the first time is placed by it. */
export function timeLine(
  reader: FileReader,
  start: TimeLineStart & { readonly lastMs: () => number | undefined },
): TimeLine {
  const fileSeconds = Math.floor(reader.modifiedMs / 1000);
  let leadSeconds: number | undefined;
  let { offset, lines, newestSeconds } = start;
  let newestText = isoSecond(newestSeconds);
  /** Times that stand somewhere in lines passed by, greater than any that is certain to be an entry's own. */
  let pending: { readonly seconds: number; readonly offset: number }[] = [];

  function pass(to: number): void {
    if (offset >= to) return;
    const finder = (times ??= runFinder(key, chunkBytes));
    while (offset < to) {
      const count = reader.read(finder.room.subarray(0, Math.min(chunkBytes, to - offset)), offset);
      if (count === 0) return;
      const isLast = offset + count >= to;
      const length = isLast ? count : wholeTimes(finder.room.subarray(0, count));
      lines += finder.lineFeeds(length);
      gather(finder, length);
      offset += length;
    }
  }

  function gather({ room, next }: RunFinder, end: number): void {
    for (let at = next(0, end); at >= 0; at = next(at + key.length, end)) {
      if (isPlainTime(room, at + key.length) && !isLater(room, at + key.length + 2, newestText)) continue;
      const behind = room.toString("latin1", at + key.length, Math.min(end, at + key.length + longestValue));
      const ms = timestampMs(valuePattern.exec(behind)?.[1]);
      const seconds = ms === undefined ? undefined : Math.floor(ms / 1000);
      if (seconds !== undefined && seconds > (newestSeconds ?? -Infinity))
        pending.push({ seconds, offset: offset + at });
    }
  }

  /** Most lines stand in order of time: then the greatest is the last one's own, and one look is enough. */
  function settle(): void {
    pending.sort((a, b) => b.seconds - a.seconds);
    for (const { seconds, offset: place } of pending) {
      if (seconds <= (newestSeconds ?? -Infinity)) break;
      note(lineFrom(reader, lineStart(reader, place)));
    }
    pending = [];
  }

  function note(decoded: Decoded): void {
    if (decoded.kind !== "entry" && decoded.kind !== "other") return;
    const ms = timestampMs(stringField(decoded.raw, "timestamp"));
    const seconds = ms === undefined ? -Infinity : Math.floor(ms / 1000);
    if (seconds <= (newestSeconds ?? -Infinity)) return;
    newestSeconds = seconds;
    newestText = isoSecond(seconds);
  }

  function lastSeconds(): number {
    const ms = start.lastMs();
    return ms === undefined ? fileSeconds : Math.floor(ms / 1000);
  }

  return {
    at(place, decoded) {
      // Its own time first: what is not later need not be looked at.
      note(decoded);
      pass(place);
      settle();
      const seconds = newestSeconds ?? (leadSeconds ??= lastSeconds());
      return { line: lines + 1, orderSeconds: Math.min(seconds, fileSeconds + trustedAhead) };
    },
  };
}

const longestValue = 80;
/** One for each thread: what is read with it is not kept. */
let times: RunFinder | undefined;

/** As the client writes times, up to the second; the empty text is earlier than all of them. */
const isoSecond = (seconds: number | undefined): Buffer =>
  seconds === undefined ? noTime : Buffer.from(new Date(seconds * 1000).toISOString().slice(0, 19));
const noTime = Buffer.alloc(0);

/** A colon, a quote, and 24 characters with a Z at their end: such times are in order as texts are. */
function isPlainTime(chunk: Buffer, at: number): boolean {
  return chunk[at] === 0x3a && chunk[at + 1] === 0x22 && chunk[at + 2 + 23] === 0x5a && chunk[at + 2 + 24] === 0x22;
}

function isLater(chunk: Buffer, at: number, text: Buffer): boolean {
  for (let place = 0; place < text.length; place++) {
    const difference = (chunk[at + place] ?? 0) - (text[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return text.length === 0;
}

/** A time that the end of the chunk may have cut is left for the next one. */
function wholeTimes(chunk: Buffer): number {
  const last = chunk.lastIndexOf(key);
  if (last > 0 && last + key.length + longestValue > chunk.length) return last;
  return Math.max(1, chunk.length - key.length);
}
