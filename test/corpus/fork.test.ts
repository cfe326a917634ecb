// Real logs, named by CLEW_CORPUS -> forks and splits of them at many places: never worse than their source, every call with its result.
import { describe, expect, test } from "vitest";
import { checkRequest } from "../../src/graph/index.ts";
import { judge, planFork, planSplit } from "../../src/reshape/index.ts";
import { open } from "../craft.ts";
import { planned, render, requestOf, sourceOf, supply } from "../reshape/engine-source.ts";
import { corpusFiles, picker, say } from "./files.ts";

const files = corpusFiles();
const idOf = (bytes: Uint8Array): string => [...open(bytes).log.state.sessionIds.keys()][0] ?? "none";
let forks = 0;

describe("forks of each log of the corpus", () => {
  test.each(files)("$name can be left at any turn and any entry", ({ name, bytes }) => {
    const source = sourceOf(bytes, idOf(bytes));
    const { session } = source;
    const pick = picker(name.length);
    const branches = session.branches.flatMap((branch) => branch.turns);
    const labels = [...session.turns, ...branches].map(({ label }) => label);
    const ids = session.path.flatMap(({ id }) => id ?? []);
    const some = (names: readonly string[]): readonly string[] =>
      names.length <= 6 ? names : Array.from({ length: 6 }, () => names[pick(names.length)] ?? "1");
    const before = { session, request: requestOf(source.opened) };
    for (const at of new Set([...some(labels), ...some(ids)])) {
      const answer = planFork(source, { at }, supply());
      if (!answer.ok && answer.problem.startsWith("nothing was said")) continue;
      const plan = planned(answer);
      const result = open(render(plan, source));
      const after = { session: result.session, request: requestOf(result) };
      expect({ at, verdict: judge(plan, { before, after }) }).toEqual({ at, verdict: { ok: true } });
      expect(result.session.branches).toHaveLength(0);
      forks += 1;
    }
  });

  test.each(files)("$name can be split in two", ({ bytes }) => {
    const source = sourceOf(bytes, idOf(bytes));
    const { turns } = source.session;
    const at = turns[Math.floor((turns.length - 1) / 2)]?.label;
    const answer = at === undefined ? undefined : planSplit(source, { at }, supply());
    if (answer?.ok !== true) return;
    const [front, back] = [open(render(answer.front, source)), open(render(answer.back, source))];
    for (const part of [front, back])
      expect(checkRequest(requestOf(part)).length).toBeLessThanOrEqual(checkRequest(requestOf(source.opened)).length);
    expect(front.session.turns.length + back.session.turns.length).toBeGreaterThanOrEqual(turns.length);
  });

  test("are counted", () => {
    say(`${forks} forks`);
    expect(forks).toBeGreaterThan(0);
  });
});
