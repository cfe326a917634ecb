// A folder of real logs, named by CLEW_CORPUS -> every law holds on every file, and on every prefix of it.
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type Line, decodeLines, splitLines } from "../../src/format/index.ts";
import { type Log, gatherLog } from "../../src/graph/index.ts";
import { corpusFiles, picker, say } from "./files.ts";
import { wholeWay } from "./whole-way.ts";

const files = corpusFiles();
const logOf = (bytes: Uint8Array): Log => gatherLog(decodeLines(splitLines([bytes])));

/** Pieces of an odd size, so that borders fall everywhere. */
function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("each log of the corpus", () => {
  test.each(files)("$name is read whole: lines, entries, calls, results and rows", ({ bytes }) => {
    const { log, session } = wholeWay(bytes);
    const reasons = [...log.tally.damage.keys()].filter((reason) => reason !== "torn-tail");
    expect(session.findings.filter(({ code }) => code === "damaged-line")).toHaveLength(reasons.length);
  });

  test.each(files)("$name gives the same lines in pieces of any size", ({ bytes }) => {
    const whole = [...splitLines([bytes])];
    for (const size of [1021, 65_537]) {
      const again = [...splitLines(pieces(bytes, size))];
      expect(again).toHaveLength(whole.length);
      expect(again.every((line, at) => isSameLine(line, whole[at]))).toBe(true);
    }
  });

  test.each(files)("$name is a log wherever it is cut", ({ name, bytes }) => {
    const pick = picker(name.length);
    const whole = logOf(bytes).nodes;
    const cuts = bytes.length > 1_000_000 ? 2 : 10;
    for (let made = 0; made < cuts; made++) {
      const { decoded, log } = wholeWay(bytes.subarray(0, pick(bytes.length + 1)));
      // The last line may be cut so that it still reads: only its end is missing.
      const complete = log.nodes.filter(({ line }) => decoded[line - 1]?.line.end !== "none");
      expect(isSame(complete, whole.slice(0, complete.length))).toBe(true);
    }
  });

  test("is counted", () => {
    const tallies = files.map(({ bytes }) => logOf(bytes).tally);
    const damage = new Map<string, number>();
    for (const tally of tallies)
      for (const [reason, count] of tally.damage) damage.set(reason, (damage.get(reason) ?? 0) + count);
    const damaged = [...damage].map(([reason, count]) => `${count} ${reason}`).join(", ");
    const lines = tallies.reduce((sum, tally) => sum + tally.lines, 0);
    say(`${files.length} files, ${lines} lines; damaged: ${damaged === "" ? "none" : damaged}`);
    expect(lines).toBeGreaterThan(0);
  });
});

describe("a log that was copied while it grew", () => {
  const growing = files.filter(({ name }) => name.includes("-checkpoint"));

  test.each(growing)("$name begins with the bytes and entries of each copy before it", ({ name, bytes }) => {
    const stem = basename(name).replace(/-checkpoint.*/, "");
    const earlier = growing.filter((copy) => basename(copy.name).startsWith(stem) && copy.name < name);
    const { nodes } = logOf(bytes);
    for (const copy of earlier) {
      expect(Buffer.compare(bytes.subarray(0, copy.bytes.length), copy.bytes)).toBe(0);
      const before = logOf(copy.bytes).nodes;
      expect(isSame(nodes.slice(0, before.length), before)).toBe(true);
    }
    expect(nodes.length).toBeGreaterThan(0);
  });
});

/** The matcher's own comparison takes minutes on megabytes. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSameLine = (one: Line, other: Line | undefined): boolean =>
  other !== undefined &&
  one.offset === other.offset &&
  one.length === other.length &&
  one.end === other.end &&
  Buffer.compare(one.bytes ?? new Uint8Array(0), other.bytes ?? new Uint8Array(0)) === 0;
