// A log opened for reading only -> its lines in one pass that hashes them, and afterwards any of them by number.
import { createHash } from "node:crypto";
import {
  type Decoded,
  type JsonObject,
  type Line,
  lineSplitter,
  maxLineBytes,
  splitLines,
} from "../../format/index.ts";
import type { PassingLine, Renamed, Renamer } from "../../reshape/index.ts";
import { linePlaces } from "../line-places.ts";
import { type BriefMeans, briefFile } from "./brief-file.ts";
import { briefTaker } from "./brief-slots.ts";
import { changedMeanwhile } from "./copies.ts";
import type { Disk, DiskFacts } from "./disk.ts";
import { isSameFile } from "./file-facts.ts";
import type { Marks } from "./marks.ts";
import { readChunks } from "./read-whole.ts";
import { nearReads } from "./near-reads.ts";
import type { Stretch } from "./line-windows.ts";
import type { SourceRange } from "./pieces.ts";
import type { OwnIds } from "./renamed-lines.ts";

/** `aside`: another thread hashes, and may have briefs ready; then they are taken from there. */
export type BriefReading = "unhashed" | { readonly aside: SharedArrayBuffer };

export type LineFile = {
  readonly facts: DiskFacts;
  /** All lines, once; only then the rest is known. */
  readonly pass: () => Generator<Line, void, undefined>;
  /** The same lines decoded, with long texts cut short and what a graph does not ask for left out. */
  readonly briefs: (marks: Marks, reading?: BriefReading) => Generator<Decoded, void, undefined>;
  /** One of them again; undefined where only the whole line tells. */
  readonly briefAt: (number: number) => JsonObject | undefined;
  readonly lineCount: () => number;
  readonly sha256: () => string;
  /** Of the whole file as it is now; it has to be what it was. */
  readonly hashAgain: () => string;
  readonly placeOf: (number: number) => SourceRange | undefined;
  /** Its bytes are good until the next call. */
  readonly lineAt: (number: number) => Line | undefined;
  /** From the first to the last of them, both included. */
  readonly lines: (first: number, last: number) => Generator<Line, void, undefined>;
  /** The same, each good only until the next one, with the places of its ids where a kernel finds them. */
  readonly passing: (first: number, last: number) => Generator<PassingLine, void, undefined>;
  /** The same under other ids, where a kernel can rename. */
  readonly renamer: (wanted: Renamed, own: OwnIds) => Renamer | undefined;
  readonly bytes: (offset: number, length: number) => Generator<Uint8Array, void, undefined>;
  readonly close: () => void;
};

const chunkBytes = 256 * 1024;

export function openLineFile(disk: Disk, path: string, means: BriefMeans = "kernel"): LineFile {
  const descriptor = disk.open(path, "read");
  const facts = factsOrClose(disk, descriptor);
  let hash = createHash("sha256");
  // Entries are asked for one by one, and mostly in the order of the file.
  const read = nearReads((into, offset) => disk.read(descriptor, into, offset));
  const brief = briefFile(read, means);
  const places = linePlaces();
  let scratch = Buffer.allocUnsafeSlow(64 * 1024);

  function* chunks(): Generator<Uint8Array, void, undefined> {
    for (const chunk of readChunks(disk, descriptor, { chunkBytes })) {
      hash.update(chunk);
      yield chunk;
    }
  }

  function* bytes(offset: number, length: number): Generator<Uint8Array, void, undefined> {
    for (let at = offset; at < offset + length;) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, offset + length - at));
      const count = read(buffer, at);
      if (count === 0) throw changedMeanwhile(path);
      at += count;
      yield buffer.subarray(0, count);
    }
  }

  function hashAgain(): string {
    const again = createHash("sha256");
    for (const chunk of bytes(0, facts.sizeBytes)) again.update(chunk);
    if (!isSameFile(facts, disk.facts(descriptor))) throw changedMeanwhile(path);
    return again.digest("hex");
  }

  /** By one read where it can be held: this is asked for every entry of a conversation. */
  function lineAt(number: number): Line | undefined {
    const place = places.at(number);
    if (place === undefined) return undefined;
    if (place.length > maxLineBytes) return [...lines(number, number)][0];
    if (scratch.length < place.length) scratch = Buffer.allocUnsafeSlow(place.length * 2);
    const buffer = scratch.subarray(0, place.length);
    if (read(buffer, place.offset) !== place.length) return [...lines(number, number)][0];
    const [line] = splitLines([buffer]);
    return line && { ...line, number, offset: place.offset };
  }

  function* lines(first: number, last: number): Generator<Line, void, undefined> {
    const from = places.at(first);
    const to = places.at(last);
    if (from === undefined || to === undefined) return;
    const splitter = lineSplitter({ offset: from.offset, number: first });
    for (const chunk of bytes(from.offset, to.offset + to.length - from.offset)) yield* splitter.push(chunk);
    yield* splitter.finish();
  }

  /** What cannot be given by stretches is read the other way: one line, and then on. */
  function* byStretches<T>(
    [first, last]: readonly [number, number],
    give: (stretch: Omit<Stretch, "read">) => Generator<T, number, undefined> | undefined,
  ): Generator<T | PassingLine, void, undefined> {
    const to = places.at(last);
    for (let number = first; number <= last; number += 1) {
      const from = places.at(number);
      if (from === undefined || to === undefined) return;
      const { offset } = from;
      const given = give({ offset, length: to.offset + to.length - offset, number });
      if (given === undefined) return yield* lines(number, last);
      number = yield* given;
      if (number <= last) yield* lines(number, number);
    }
  }

  return {
    facts,
    *pass() {
      for (const line of splitLines(chunks())) {
        places.add(line);
        yield line;
      }
    },
    briefs(marks, reading) {
      hash = createHash("sha256");
      const onBytes = (chunk: Uint8Array): void => void (reading === undefined && hash.update(chunk));
      const taker = typeof reading === "object" ? briefTaker(reading.aside, facts) : undefined;
      return brief.pass({ onBytes, onLine: places.add, marks, taker });
    },
    briefAt(number) {
      const place = places.at(number);
      return place && brief.at(place);
    },
    lineCount: places.count,
    sha256: () => hash.copy().digest("hex"),
    hashAgain,
    placeOf: places.at,
    lineAt,
    lines,
    passing: (first, last) => byStretches([first, last], brief.lines),
    renamer(wanted, own) {
      const rename = brief.renamer(wanted, own);
      return rename && ((first, last) => byStretches([first, last], rename));
    },
    bytes,
    close: () => disk.close(descriptor),
  };
}

function factsOrClose(disk: Disk, descriptor: number): DiskFacts {
  try {
    return disk.facts(descriptor);
  } catch (error) {
    disk.close(descriptor);
    throw error;
  }
}
