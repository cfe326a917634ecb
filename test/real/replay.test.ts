// Released clients, installed and run on copies -> does clew foretell, block by block, what they send on resume?
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarios } from "../scenario/index.ts";
import { type Bench, openBench } from "./bench.ts";
import { everySecond, isWhole } from "./due.ts";
import { replay } from "./replay.ts";
import type { Verdict } from "./replay.ts";
import { corpusSamples, recordedSamples } from "./sessions.ts";
import type { Sample } from "./sessions.ts";
import { scoreOf, table } from "./table.ts";

const newest = "2.1.325";
/** Writes results in one line of descent, as all clients before 2.1 did. */
const older = "2.0.76";

const { env } = process;
const keep = env["CLEW_REAL_KEEP"];
const minute = 60_000;

describe("released clients", () => {
  let bench: Bench | undefined;
  const recorded = new Map<string, readonly Sample[]>();

  beforeAll(async () => {
    bench = await openBench([older, newest]);
    const { client, scratchDir, provers } = bench;
    for (const version of [older, newest])
      recorded.set(
        version,
        await recordedSamples(everySecond(scenarios), { client: client(version), into: scratchDir, provers }),
      );
  }, 12 * minute);

  afterAll(() => bench?.close());

  const opened = (): Bench => {
    if (bench === undefined) throw new Error("the bench was not opened");
    return bench;
  };
  const asks = (version: string, samples: readonly Sample[]): Promise<readonly Verdict[]> =>
    replay(samples, { client: opened().client(version), provers: opened().provers, keep });
  const report = (title: string, verdicts: readonly Verdict[]): number => {
    process.stdout.write(`\n${table(`${title} (${opened().provers[0]?.isolation})`, verdicts)}`);
    const { equal, total } = scoreOf(verdicts);
    return equal / total;
  };

  it("two clients are installed and both have recorded every scenario that is due", () => {
    expect(recorded.size).toBe(2);
    for (const samples of recorded.values()) expect(samples.length).toBeGreaterThan(isWhole ? 50 : 25);
  });

  it(
    `clew foretells what ${newest} sends for at least 99 of 100 sessions`,
    async () => {
      const samples = [...corpusSamples(env["CLEW_CORPUS"]), ...[...recorded.values()].flat()];
      const verdicts = await asks(newest, samples);
      expect(report(`what ${newest} sends on resume`, verdicts)).toBeGreaterThanOrEqual(0.99);
    },
    10 * minute,
  );

  it(
    `clew foretells what ${older} sends for at least 99 of 100 of its own sessions`,
    async () => {
      const verdicts = await asks(older, recorded.get(older) ?? []);
      expect(report(`what ${older} sends on resume`, verdicts)).toBeGreaterThanOrEqual(0.99);
    },
    6 * minute,
  );
});
