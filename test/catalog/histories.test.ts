// Random histories of logs -> the catalog that followed them equals one made at their end.
import { expect, test } from "vitest";
import { checkHistory } from "./incremental.ts";
import { historyOf } from "./history.ts";

const seeds = Array.from({ length: 25 }, (_, at) => at + 1);

test.each(seeds)("a catalog that followed history %i step by step equals one made at its end", async (seed) => {
  await checkHistory(seed, 30);
});

test("the histories hold every kind of step", () => {
  const seen = new Set<string>();
  for (const seed of seeds) {
    const history = historyOf(seed);
    for (let step = 0; step < 30; step++) seen.add(history.step());
    history.remove();
  }
  expect([...seen].sort()).toEqual([
    "append",
    "create",
    "delete",
    "end the tear",
    "recreate",
    "rename",
    "replace",
    "tear",
    "touch",
    "truncate",
    "truncate and regrow",
    "write over",
  ]);
});
