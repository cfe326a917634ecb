// Five thousand random histories of sessions over one disk -> not one wrong byte wherever the grade says that it is known.
import { expect, test } from "vitest";
import { checkHistories, emptyScore } from "../files/check-histories.ts";
import { simulate } from "../files/simulation.ts";

const groups = Array.from({ length: 10 }, (_, group) => group);

test.each(groups)("five hundred random histories of group %i are replayed without a wrong byte", (group) => {
  const score = emptyScore();
  for (let seed = 0; seed < 500; seed++) {
    const before = score.wrong.length;
    checkHistories(simulate(100_000 + group * 500 + seed, 60), score);
    if (score.wrong.length > before) score.wrong[before] = `seed ${seed}: ${score.wrong[before]}`;
  }
  expect(score.wrong.slice(0, 10)).toEqual([]);
  expect(score.versions).toBeGreaterThan(10_000);
  expect(score.backedPartial / score.backed).toBeLessThan(0.05);
});
