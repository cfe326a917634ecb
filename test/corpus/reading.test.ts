// A folder of real logs, named by CLEW_CORPUS -> every law holds on every file, and on every prefix of it.
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeLines, splitLines } from "../../src/format/index.ts";
import { gatherLog } from "../../src/graph/index.ts";
import { corpusFiles, picker, say } from "./files.ts";
import { wholeWay } from "./whole-way.ts";

const files = corpusFiles();

/** Pieces of an odd size, so that borders fall everywhere. */
function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("each log of the corpus", () => {
  test.each(files)("$name is read whole: lines, entries, calls, results and rows", ({ bytes }) => {
    const { decoded, log, session } = wholeWay(bytes);
    expect(log.nodes.length).toBe(
      decoded.reduce((sum, { line }) => sum + (nodeLines(log).has(line.number) ? 1 : 0), 0),
    );
    expect(session.findings.filter(({ code }) => code === "damaged-line")).toHaveLength(
      [...log.tally.damage.keys()].filter((reason) => reason !== "torn-tail").length,
    );
  });

  test.each(files)("$name gives the same lines in pieces of any size", ({ bytes }) => {
    const whole = [...splitLines([bytes])];
    for (const size of [1021, 65_537]) expect([...splitLines(pieces(bytes, size))]).toEqual(whole);
  });

  test.each(files)("$name is a log wherever it is cut", ({ name, bytes }) => {
    const pick = picker(name.length);
    const whole = gatherLog(decodeLines(splitLines([bytes]))).nodes;
    const cuts = bytes.length > 1_000_000 ? 3 : 12;
    for (let made = 0; made < cuts; made++) {
      const cut = pick(bytes.length + 1);
      const { decoded, log } = wholeWay(bytes.subarray(0, cut));
      // The last line may be cut in a way that it still reads, if only its end is missing.
      const complete = log.nodes.filter(({ line }) => decoded[line - 1]?.line.end !== "none");
      expect(complete).toEqual(whole.slice(0, complete.length));
    }
  });

  test("is counted", () => {
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    const damage = new Map<string, number>();
    let lines = 0;
    for (const file of files) {
      const { tally } = gatherLog(decodeLines(splitLines([file.bytes])));
      lines += tally.lines;
      for (const [reason, count] of tally.damage) damage.set(reason, (damage.get(reason) ?? 0) + count);
    }
    const damaged = [...damage].map(([reason, count]) => `${count} ${reason}`).join(", ");
    say(`${files.length} files, ${lines} lines, ${bytes} bytes; damaged: ${damaged === "" ? "none" : damaged}`);
    expect(lines).toBeGreaterThan(0);
  });
});

describe("a log that was copied while it grew", () => {
  const growing = files.filter(({ name }) => name.includes("-checkpoint"));
  const groups = Map.groupBy(growing, ({ name }) => basename(name).replace(/-checkpoint.*/, ""));

  test.each([...groups])("%s begins with the very bytes and entries of the copy before", (_name, copies) => {
    const logs = copies.map(({ bytes }) => ({ bytes, log: gatherLog(decodeLines(splitLines([bytes]))) }));
    logs.slice(1).forEach((later, at) => {
      const earlier = logs[at];
      expect(Buffer.compare(later.bytes.subarray(0, earlier?.bytes.length), earlier?.bytes ?? later.bytes)).toBe(0);
      expect(later.log.nodes.slice(0, earlier?.log.nodes.length)).toEqual(earlier?.log.nodes);
    });
  });
});

function nodeLines({ nodes }: { readonly nodes: readonly { readonly line: number }[] }): ReadonlySet<number> {
  return new Set(nodes.map(({ line }) => line));
}
