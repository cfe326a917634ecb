// Real logs, named by CLEW_CORPUS -> each preset and two compressions keep prompts, pairs and parents, and no client meets new trouble.
import { afterAll, describe, expect, test } from "vitest";
import { contentKinds } from "../../src/graph/index.ts";
import {
  type Savings,
  type TrimPreset,
  isIdlePlan,
  planCompress,
  planTrim,
  planUncompress,
  savingsOf,
  trimPreset,
  trimPresets,
} from "../../src/reshape/index.ts";
import { open } from "../craft.ts";
import {
  type Planner,
  newProblems,
  planOf,
  promptsOf,
  reasonsAgainst,
  rendered,
  requestOf,
} from "../reshape/reshaped.ts";
import { corpusFiles, say } from "./files.ts";

const files = corpusFiles().filter(({ bytes }) => open(bytes).session.conversation.leaf !== undefined);
const compressing =
  (keepTurns: number): Planner =>
  (source, supply) =>
    planCompress(source, { keepTurns, calls: "metadata" }, supply);
const trimming =
  (name: TrimPreset): Planner =>
  (source, supply) =>
    planTrim(source, trimPreset(name), supply);
const planners: readonly (readonly [string, Planner])[] = [
  ...trimPresets.map((name) => [name, trimming(name)] as const),
  ["compress 1", compressing(1)],
  ["compress 3", compressing(3)],
];

describe.each(planners)("%s", (name, planner) => {
  const savings: Savings[] = [];
  let [bytesIn, bytesOut, idle] = [0, 0, 0];

  test.each(files)("$name", ({ bytes }) => {
    const plan = planOf(bytes, planner);
    const after = rendered(bytes, plan);
    expect([...promptsOf(after)].sort()).toEqual([...promptsOf(bytes)].sort());
    expect(reasonsAgainst(plan, bytes, after)).toEqual([]);
    expect(newProblems(bytes, after)).toEqual([]);
    expect(isIdlePlan(planOf(after, planner))).toBe(true);
    savings.push(savingsOf(requestOf(bytes), requestOf(after)));
    bytesIn += bytes.length;
    bytesOut += after.length;
    if (isIdlePlan(plan)) idle += 1;
  });

  afterAll(() => {
    const total = (count: (one: Savings) => number): number => savings.reduce((sum, one) => sum + count(one), 0);
    const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
    const kinds = contentKinds.map((kind) => `${kind} ${total((one) => one.saved[kind])}`).join(", ");
    const tokens = share(
      total((one) => one.afterTokens),
      total((one) => one.beforeTokens),
    );
    say(
      `${name}: bytes left ${share(bytesOut, bytesIn)}, tokens left ${tokens}; saved: ${kinds}; idle ${idle} of ${files.length}`,
    );
  });
});

test.each(files)("$name is sent as before when it was trimmed lightly", ({ bytes }) => {
  expect(requestOf(rendered(bytes, planOf(bytes, trimming("light"))))).toEqual(requestOf(bytes));
});

describe("a compression that is taken back", () => {
  test.each(files)("$name is sent as before", ({ bytes }) => {
    const plan = planOf(bytes, compressing(1));
    const after = rendered(bytes, plan);
    const back = isIdlePlan(plan)
      ? after
      : rendered(
          after,
          planOf(after, (source, supply) => planUncompress(source, {}, supply)),
        );
    expect(requestOf(back)).toEqual(requestOf(bytes));
  });
});
