// Random histories of sessions over one disk -> what is replayed equals the truth wherever it says so.
import { expect, test } from "vitest";
import { checkHistories, emptyScore } from "./check-histories.ts";
import { simulate } from "./simulation.ts";

test("sixty random histories are replayed without a wrong byte", () => {
  const score = emptyScore();
  for (let seed = 0; seed < 60; seed++) {
    const before = score.wrong.length;
    checkHistories(simulate(seed, 60), score);
    if (score.wrong.length > before) score.wrong[before] = `seed ${seed}: ${score.wrong[before]}`;
  }
  expect(score.wrong.slice(0, 10)).toEqual([]);
  expect(score.versions).toBeGreaterThan(1500);
  expect(score.backedPartial / score.backed).toBeLessThan(0.05);
}, 120_000);
