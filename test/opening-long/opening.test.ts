// Every special file and link at every place of a home x many commands -> each ends, reads nothing outside, and lists the rest.
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { runAttacks } from "../opening/run-attacks.ts";

test("all special files at all places hang no command, hide no session and lead nowhere", async () => {
  const { attacks, problems } = await runAttacks({ seed: 1, pairs: Infinity, perPair: 5 }, scratchFolder());
  expect(problems).toEqual([]);
  expect(attacks).toBeGreaterThan(600);
});
