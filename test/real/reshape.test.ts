// Every command's results, given to released clients -> accepted, nothing the API would refuse, and the history that was promised.
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { everySecond, isDue, isWhole } from "./due.ts";
import { type Made, make } from "./reshape/make.ts";
import { brokenLines, matrix } from "./reshape/matrix.ts";
import { operations } from "./reshape/operations.ts";
import { spoil } from "./reshape/spoil.ts";
import { type Trial, newest, tryAll } from "./reshape/trial.ts";
import { furnish } from "./reshape/workplace.ts";
import { corpusSamples, finalSamples, recordedSamples } from "./sessions.ts";
import { inTurns } from "./turns.ts";
import { scenarios } from "../scenario/index.ts";

const older = ["2.0.76", "2.1.45", "2.1.150"];
const { env } = process;
/** Where the full table is kept. */
const tableFile = env["CLEW_REAL_TABLE"];
const minute = 60_000;

describe("reshaped sessions", () => {
  let bench: Bench | undefined;
  const made: (Made & { readonly row: number; readonly column: number })[] = [];
  const trials: Trial[] = [];

  beforeAll(async () => {
    bench = await openBench([...older, newest]);
    const { client, scratchDir, provers } = bench;
    const recorded = finalSamples(
      await recordedSamples(everySecond(scenarios), { client: client(newest), into: scratchDir, provers }),
    );
    const samples = [...corpusSamples(env["CLEW_CORPUS"]), ...recorded];
    const jobs = samples
      .flatMap((sample, row) => operations.map((operation, column) => ({ sample, operation, row, column })))
      .filter((job) => rare.has(job.operation.name) || isDue(job, { step: 4 }));
    // Each waits a second for another writer to show itself: several wait together.
    const hands = Array.from({ length: 6 });
    const all = await inTurns(jobs, hands, async ({ sample, operation, row, column }) => {
      const workplace = await furnish(sample, scratchDir);
      if (operation.before === "damage" && (await spoil(workplace.file, row)) === undefined) return undefined;
      const one = await make(sample, operation, workplace);
      return one && { ...one, row, column };
    });
    made.push(...all.filter((one) => one !== undefined));
  }, 20 * minute);

  afterAll(() => bench?.close());

  it("every operation made results of several sessions, and clew itself refused fewer than one in a hundred", () => {
    const refused = made.filter(({ complaint }) => complaint !== undefined);
    for (const { operation, sample, complaint } of refused)
      process.stdout.write(`refused by clew: ${operation.name} | ${sample.name} | ${complaint}\n`);
    expect(refused.length / made.length).toBeLessThan(0.01);
    for (const { name } of operations.filter((operation) => !rare.has(operation.name)))
      expect(
        made.filter(({ operation, results }) => operation.name === name && results.length > 0).length,
        name,
      ).toBeGreaterThanOrEqual(isWhole ? 10 : 5);
  });

  const tried = async (version: string): Promise<readonly Trial[]> => {
    if (bench === undefined) throw new Error("the bench was not opened");
    const from = 4 * older.indexOf(version);
    const due = version === newest ? made : made.filter((one) => isDue(one, { step: 16, from }));
    const done = await tryAll(due, { client: bench.client(version), provers: bench.provers });
    trials.push(...done);
    process.stdout.write(`\n${matrix(done)}${brokenLines(done).join("\n")}\n`);
    return done;
  };

  it.each([newest, ...older])(
    "client %s takes every result that is due and sends what was promised",
    async (version) => {
      const done = await tried(version);
      expect(done.length).toBeGreaterThan(version === newest ? 100 : 30);
      expect(brokenLines(done)).toEqual([]);
    },
    60 * minute,
  );

  it("the table of all trials is written where it is asked for", () => {
    if (tableFile !== undefined) writeFileSync(tableFile, matrix(trials));
    expect(trials.length).toBeGreaterThan(0);
  });
});

/** Few sessions hold a compaction of their own. */
const rare = new Set(["compress --undo"]);
