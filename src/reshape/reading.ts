// Places of a plan in the making -> their entries as they will be, changes applied; reads only the lines that are asked for.
import { type Decoded, type JsonObject, type Line, applyChanges, decodeLine, utf8Bytes } from "../format/index.ts";
import type { Change, Source } from "./plan.ts";
import type { Extra, Work } from "./work.ts";

export type AsAsked = {
  readonly source: Source;
  readonly extraAt: Work["extraAt"];
  readonly changesAt: Work["changesAt"];
};

/** The same lines before anything changes in them. */
export const unchanged = ({ source, extraAt }: AsAsked): AsAsked => ({ source, extraAt, changesAt: () => [] });

/** The decoded line's number is its place. */
export function* entriesAt(places: Iterable<number>, work: AsAsked): Generator<Decoded, void, undefined> {
  const lines: number[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const extra = work.extraAt(place);
    if (extra === undefined) lines.push(place);
    else yield extraEntry(place, extra, work);
  }
  for (const line of linesAt(lines, work.source)) yield changedEntry(line, work.changesAt(line.number), line.number);
}

/** What an object says: an entry, or what a client still reads of a damaged line. */
export function rawOf(decoded: Decoded): JsonObject | undefined {
  if (decoded.kind === "blank") return undefined;
  return decoded.kind === "damaged" ? decoded.leading : decoded.raw;
}

function extraEntry(place: number, extra: Extra, work: AsAsked): Decoded {
  const changes = work.changesAt(place);
  switch (extra.kind) {
    case "added":
      return changedEntry(lineOf(utf8Bytes(JSON.stringify(extra.entry))), changes, place);
    case "brought": {
      const [line] = extra.from.lines(extra.line, extra.line);
      return changedEntry(line ?? lineOf(nothing), changes, place);
    }
    case "part": {
      const [line] = work.source.lines(extra.line, extra.line);
      return changedEntry(lineOf((line?.bytes ?? nothing).subarray(extra.part.start, extra.part.end)), changes, place);
    }
  }
}

const nothing = new Uint8Array(0);
const lineOf = (bytes: Uint8Array): Line => ({ number: 0, offset: 1, length: bytes.length + 1, end: "lf", bytes });

function changedEntry(line: Line, changes: readonly Change[], place: number): Decoded {
  const { bytes } = line;
  const changed = bytes === undefined || changes.length === 0 ? undefined : applyChanges(bytes, changes);
  return decodeLine({ ...line, number: place, bytes: changed?.ok === true ? changed.bytes : bytes });
}

/** Lines closer than this are read in one go. */
const nearby = 64;

/** These lines of a source, given in rising order. */
export function* linesAt(wanted: readonly number[], source: Source): Generator<Line, void, undefined> {
  for (let first = 0; first < wanted.length;) {
    let last = first;
    while ((wanted[last + 1] ?? Infinity) - (wanted[last] ?? 0) <= nearby) last += 1;
    let next = first;
    for (const line of source.lines(wanted[first] ?? 1, wanted[last] ?? 0)) {
      if (line.number !== wanted[next]) continue;
      yield line;
      next += 1;
    }
    first = last + 1;
  }
}
