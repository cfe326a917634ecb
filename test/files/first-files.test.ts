// Events of simulated sessions -> the files touched last and their number, found without replaying all, are those that a replay of all finds.
import { expect, test } from "vitest";
import { groupEvents, replayFiles, sureCount } from "../../src/graph/index.ts";
import { fileSummary } from "../../src/find/index.ts";
import { firstFiles, lastTouchedFirst } from "../../src/find/files/first-files.ts";
import { replaySimulation } from "./check-histories.ts";
import { simulate } from "./simulation.ts";

const seeds = Array.from({ length: 40 }, (_, seed) => 700 + seed);

test("a count that needs no replay is the one that a replay gives", () => {
  let sure = 0;
  for (const seed of seeds) {
    const { events, reader } = replaySimulation(simulate(seed, 60));
    for (const group of groupEvents(events).groups) {
      const count = sureCount(group);
      if (count === undefined) continue;
      sure += 1;
      const found = [...replayFiles(group, reader).values()].flatMap((history) => fileSummary(history) ?? []);
      expect(found.length, `seed ${seed}: ${group.map(({ act }) => act.kind).join(" ")}`).toBe(count);
    }
  }
  expect(sure).toBeGreaterThan(100);
});

test.each([1, 2, 3, 7, 1000])("the first %i files are those that stand first in the list of all", async (most) => {
  for (const seed of seeds) {
    const { events, reader } = replaySimulation(simulate(seed, 60));
    const { groups } = groupEvents(events);
    let replayed = 0;
    const summarise: Parameters<typeof firstFiles>[2] = async (some) => {
      replayed += some.length;
      return await Promise.resolve(
        some.map((group) => [...replayFiles(group, reader).values()].flatMap((history) => fileSummary(history) ?? [])),
      );
    };
    const all = (await summarise(groups)).flat().sort(lastTouchedFirst);
    replayed = 0;
    expect(await firstFiles(groups, most, summarise), `seed ${seed}`).toEqual({
      rows: all.slice(0, most),
      all: all.length,
    });
    expect(replayed).toBeLessThanOrEqual(groups.length);
  }
});
