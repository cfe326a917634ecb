// Twenty-four thousand hostile paths, with links planted between them -> nothing outside, nothing written over, every manifest complete.
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { hostileRound, playRound } from "../store/recover-hostile.ts";

const base = scratchFolder();
const groups = Array.from({ length: 10 }, (_, group) => group);

test.each(groups)("2,400 hostile paths of group %i are recovered without harm", (group) => {
  let paths = 0;
  fc.assert(
    fc.property(hostileRound, (round) => {
      const played = playRound(round, join(base, `${group}-${paths}`));
      paths += played.paths;
      expect(played.problems).toEqual([]);
    }),
    { numRuns: 150, seed: 1000 + group, endOnFailure: true },
  );
  expect(paths).toBeGreaterThan(2400);
});
