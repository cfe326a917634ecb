// A small tree of the generator, with all its decoys and odd spellings -> `clew stats --json` prints what the generator knows.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generateTree } from "../../bench/generate/tree.ts";
import { checkNeedles, checkStats, differs } from "../../bench/measure/checks.ts";
import { type Field, clewJob } from "../../bench/measure/field.ts";
import { needleWord } from "../../bench/generate/truth.ts";
import { statsTruth } from "../../bench/measure/stats-truth.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-truth-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function grown(name: string, seed: number, damageRate: number): Field {
  const dir = join(scratch, name);
  const truth = generateTree({ dir, seed, sizeBytes: 6 * 1_048_576, damageRate });
  return { dir, truth, ripgrep: undefined, scratch: join(scratch, `${name}-home`) };
}

describe.each([
  ["a tree", grown("sound", 11, 1 / 1000)],
  ["a tree with much damage", grown("damaged", 12, 1 / 30)],
])("%s", (_name, field) => {
  it.each([["1"], ["2"]])(
    "is counted as the generator knows it, by %s threads and without an index",
    async (threads) => {
      const checks = await checkStats(field, ["--no-index", "--threads", threads]);
      expect(checks.length).toBeGreaterThan(25);
      expect(checks.filter(differs)).toEqual([]);
    },
  );

  it("is counted the same with an index, while it is made and when it is there", async () => {
    expect((await checkStats(field, [])).filter(differs)).toEqual([]);
    expect((await checkStats(field, [])).filter(differs)).toEqual([]);
  });

  it.each([[["--no-index"]], [[]]])("gives every needle to a search with %j", async (how) => {
    const checks = await checkNeedles(field, clewJob(field, ["search", needleWord, "--json", ...how]));
    expect(checks.filter(differs)).toEqual([]);
  });
});

describe("the figures that a truth fixes", () => {
  it("are read from either sort of truth", () => {
    const older = { sessions: 2, humanTurns: 7, malformed: 1, usage: { cacheCreate: 5 }, tools: { Read: 3 } };
    expect(statsTruth(older)).toEqual([
      [["sessions"], 2],
      [["damaged"], 1],
      [["turns"], 7],
      [["usage", "cacheWriteTokens"], 5],
      [["tools", "Read", "calls"], 3],
    ]);
    const own = { turns: 7, usage: { cacheWriteTokens: 5 }, tools: { Read: { calls: 3, errors: 1 } } };
    expect(statsTruth(own)).toEqual([
      [["turns"], 7],
      [["usage", "cacheWriteTokens"], 5],
      [["tools", "Read", "calls"], 3],
      [["tools", "Read", "errors"], 1],
    ]);
  });
});
