// Laws of trimming and compressing, on sessions and intentions that chance makes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Plan,
  type TrimIntention,
  isIdlePlan,
  planCompress,
  planTrim,
  planUncompress,
  savingsOf,
} from "../../src/reshape/index.ts";
import { bytesOf, open, seeded } from "../craft.ts";
import { identityOf, render, sourceOf, supply } from "./engine-source.ts";
import { lostParents, newProblems, planOf, promptsOf, reasonsAgainst, rendered, requestOf } from "./reshaped.ts";
import { anyIntention, tangledText } from "./trim-tangle.ts";

type Made = {
  readonly before: Uint8Array;
  readonly plan: Plan;
  readonly after: Uint8Array;
  readonly again: (bytes: Uint8Array) => Plan;
};

function madeOf(log: string, again: Made["again"]): Made {
  const before = bytesOf(log);
  const plan = again(before);
  return { before, plan, after: rendered(before, plan), again };
}

const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort();

const loneIds = (bytes: Uint8Array): readonly string[] => {
  const { log } = open(bytes);
  const calls = new Set<string>(log.nodes.flatMap((node) => node.calls.map(({ id }) => id)));
  const results = new Set<string>(log.nodes.flatMap((node) => node.results.map(({ callId }) => callId)));
  return [...calls, ...results].filter((id) => !calls.has(id) || !results.has(id));
};

const commonLaws: readonly (readonly [string, (made: Made) => void])[] = [
  [
    "keeps every prompt, word for word",
    ({ before, after }) => expect(sorted(promptsOf(after))).toEqual(sorted(promptsOf(before))),
  ],
  ["leaves every parent in its place", ({ after }) => expect(lostParents(after)).toBe(0)],
  [
    "gives a result that may be published",
    ({ plan, before, after }) => expect(reasonsAgainst(plan, before, after)).toEqual([]),
  ],
  ["brings nothing that the API would refuse", ({ before, after }) => expect(newProblems(before, after)).toEqual([])],
  ["changes nothing when done again", ({ after, again }) => expect(isIdlePlan(again(after))).toBe(true)],
  [
    "saves what a recount of the result under new ids says",
    ({ plan, before, after }) => {
      const source = sourceOf(before);
      const written = render(plan, source, identityOf(source, { uuids: "kept" }));
      const promised = savingsOf(requestOf(before), requestOf(after));
      expect(savingsOf(requestOf(before), requestOf(written))).toEqual(promised);
    },
  ],
];

describe("trimming", () => {
  const trimming = (intention: TrimIntention) => (bytes: Uint8Array) =>
    planOf(bytes, (source, given) => planTrim(source, intention, given));

  it.each([
    ...commonLaws,
    [
      "leaves no call without result and no result without call that was not alone before",
      ({ before, after }: Made) => {
        const known = loneIds(before);
        expect(loneIds(after).filter((id) => !known.includes(id))).toEqual([]);
      },
    ] as const,
  ])("%s", (_, holds) => {
    const property = fc.property(tangledText, anyIntention, (log, intention) => {
      holds(madeOf(log, trimming(intention)));
    });
    fc.assert(property, seeded(100));
  });
});

describe("compressing", () => {
  const keeping = fc.integer({ min: 1, max: 3 });
  const compressing = (keepTurns: number) => (bytes: Uint8Array) =>
    planOf(bytes, (source, given) => planCompress(source, { keepTurns, calls: "metadata" }, given));
  const isPossible = (log: string, keepTurns: number): boolean =>
    planCompress(sourceOf(bytesOf(log)), { keepTurns, calls: "metadata" }, supply()).ok;

  it.each([
    ...commonLaws,
    [
      "tells every prompt that was sent before",
      ({ before, after }: Made) => {
        const sent = JSON.stringify(requestOf(before)).match(/prompt \d/g) ?? [];
        const all = JSON.stringify(requestOf(after));
        expect(sent.filter((prompt) => !all.includes(prompt))).toEqual([]);
      },
    ] as const,
    [
      "is sent as before once it was taken back",
      ({ before, plan, after }: Made) => {
        if (isIdlePlan(plan)) return;
        const back = rendered(
          after,
          planOf(after, (source, given) => planUncompress(source, {}, given)),
        );
        expect(requestOf(back)).toEqual(requestOf(before));
      },
    ] as const,
  ])("%s", (_, holds) => {
    const property = fc.property(tangledText, keeping, (log, keepTurns) => {
      fc.pre(isPossible(log, keepTurns));
      holds(madeOf(log, compressing(keepTurns)));
    });
    fc.assert(property, seeded(100));
  });
});
