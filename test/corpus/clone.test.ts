// Real logs, named by CLEW_CORPUS -> clones of them: the same conversation, the same lines but for ids, and nothing to do twice.
import { describe, expect, test } from "vitest";
import { checkRequest, rulesFor } from "../../src/graph/index.ts";
import { isIdlePlan, ledgerOf, planClone, sumsUp } from "../../src/reshape/index.ts";
import { open } from "../craft.ts";
import { linesOf, plain, planned, render, requestOf, sourceOf, supply } from "../reshape/engine-source.ts";
import { corpusFiles, say } from "./files.ts";

const files = corpusFiles();
const older = ["2.0.76", "2.1.45", "2.1.150"].map((version) => rulesFor(version));
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const idOf = (bytes: Uint8Array): string => [...open(bytes).log.state.sessionIds.keys()][0] ?? "none";

describe("a clone of each log of the corpus", () => {
  test.each(files)("$name sends what its source sends", ({ bytes }) => {
    const source = sourceOf(bytes, idOf(bytes));
    const plan = planned(planClone(source, supply()));
    expect(sumsUp(plan, source.session.log.tally.lines)).toBe(true);
    const result = open(render(plan, source));
    expect(isSame(requestOf(result), requestOf(source.opened))).toBe(true);
    for (const rules of older) {
      const [now, before] = [requestOf(result, rules), requestOf(source.opened, rules)];
      // What is straightened is more for older clients, never less.
      const isNoLess = JSON.stringify(now).length >= JSON.stringify(before).length;
      expect(isIdlePlan(plan) ? isSame(now, before) : isNoLess).toBe(true);
      expect(checkRequest(now).length).toBeLessThanOrEqual(checkRequest(before).length);
    }
  });

  test.each(files)("$name differs from its source in ids alone, and is not straightened twice", ({ bytes }) => {
    const source = sourceOf(bytes, idOf(bytes));
    const plan = planned(planClone(source, supply()));
    const same = render(plan, source, plain(source));
    const [before, after] = [linesOf(bytes), linesOf(same)];
    const { changed, dropped, added } = ledgerOf(plan);
    expect(after).toHaveLength(before.length - dropped + added);
    const known = new Set(before);
    expect(after.filter((line) => !known.has(line)).length).toBeLessThanOrEqual(changed + added);
    const again = sourceOf(same, source.sessionId);
    expect(ledgerOf(planned(planClone(again, supply())))).toMatchObject({ changed: 0, dropped: 0, added: 0 });
    if (changed + dropped + added > 0)
      say(`${source.sessionId}: ${changed} changed, ${dropped} dropped, ${added} added`);
  });
});
