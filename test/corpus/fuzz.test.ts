// Pieces of real logs, changed ten thousand times from a fixed seed -> nothing is thrown, every law holds, each soon done.
import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { corpusFiles, picker, say } from "./files.ts";
import { harmfulMutations, soundMutations } from "./mutation.ts";
import { wholeWay } from "./whole-way.ts";

const runs = 5000;
const slowestMs = 3000;
const largestBytes = 60_000;

/** Some lines in a row: a whole small log, or a part of a large one. */
function piece(bytes: Uint8Array, pick: (below: number) => number): Uint8Array {
  if (bytes.length <= largestBytes) return bytes;
  const from = bytes.indexOf(0x0a, pick(bytes.length - largestBytes)) + 1;
  const to = bytes.indexOf(0x0a, from + largestBytes);
  return bytes.subarray(from, to === -1 ? undefined : to + 1);
}

describe("a log of the corpus", () => {
  const files = corpusFiles();
  const kinds = { "that stays JSON": soundMutations, "that is damaged": harmfulMutations };

  test.each(Object.entries(kinds))("%s in one to three places still goes the whole way", (kind, mutations) => {
    const names = Object.keys(mutations);
    const failures: string[] = [];
    let slowest = 0;
    for (let run = 0; run < runs; run++) {
      const pick = picker(run * 7919 + kind.length);
      const file = files[pick(files.length)];
      if (file === undefined) throw new Error("no file");
      let bytes = piece(file.bytes, pick);
      const made = Array.from({ length: 1 + pick(3) }, () => names[pick(names.length)] ?? "");
      for (const name of made) bytes = mutations[name]?.(bytes, pick) ?? bytes;
      const started = performance.now();
      try {
        wholeWay(bytes);
      } catch (error) {
        failures.push(`run ${run}, ${file.name}, ${made.join(" + ")}: ${String(error)}`);
      }
      const took = performance.now() - started;
      slowest = Math.max(slowest, took);
      if (took > slowestMs) failures.push(`run ${run}, ${file.name}, ${made.join(" + ")}: ${Math.round(took)} ms`);
    }
    say(`${runs} times a log ${kind}: ${failures.length} failed, the slowest took ${Math.round(slowest)} ms`);
    expect(failures).toEqual([]);
  });
});
