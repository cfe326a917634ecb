// Priced messages -> sums by group that add up, each with its grade and the reasons for it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GroupCost, type Grouping, type Survey, censusOf, costBy, listPrices } from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { seeded } from "../craft.ts";
import { lines, surveyOf } from "./stats-log.ts";

const days = daysIn("UTC");

function costs(survey: Survey, by?: Grouping): readonly GroupCost[] {
  return costBy(censusOf(survey), { scope: {}, by, days, prices: listPrices });
}

function total(survey: Survey): GroupCost {
  const [only] = costs(survey);
  if (only === undefined) throw new Error("there is always a total");
  return only;
}

const million = 1_000_000;

describe("money is spent", () => {
  test("once for a message, however many lines and copies it has", () => {
    const text = lines().message("m1", { output: 3, stop: null }).message("m1", { input: 0, output: million }).text();
    expect(total(surveyOf({ s1: text, s2: text }))).toMatchObject({ costUsd: 25, messages: 1, grade: "exact" });
  });

  test("by agents too, for their session", () => {
    const agent = lines({ isSidechain: true }).message("m9", { input: 0, output: million }).text();
    const rows = costs(surveyOf({ s1: { text: lines().prompt("p1").text(), agents: { a111111: agent } } }), "session");
    expect(rows).toMatchObject([{ name: { sessionId: "s1" }, costUsd: 25, sessions: 1, agentFiles: 1 }]);
  });

  test("not by the client's own words, failed requests and messages without tokens", () => {
    const nothing = { input: 0, output: 0 };
    const text = lines()
      .message("m1", { model: "<synthetic>", output: 50 })
      .message("m2", { output: 50, extra: { isApiErrorMessage: true } })
      .message("m3", { ...nothing, model: "unheard-of" })
      .text();
    expect(total(surveyOf({ s1: text }))).toMatchObject({ costUsd: 0, messages: 0, grade: "exact", reasons: [] });
  });

  test("for web searches of the model and of the client's own tool", () => {
    const text = lines()
      .message("m1", { input: 0, output: 0, webSearches: 3 })
      .call("m2", "c1", "WebSearch")
      .result("c1", { toolUseResult: { searchCount: 4 } })
      .call("m2", "c2", "Agent")
      .result("c2", { toolUseResult: { searchCount: 90 } })
      .call("m2", "c3", "WebSearch")
      .result("c3", { isError: true })
      .text();
    const spent = total(surveyOf({ s1: { text, agents: { a111111: lines().message("m9").text() } } }));
    expect(spent).toMatchObject({ webSearches: 7, grade: "exact" });
    expect(spent.parts.webSearchUsd).toBeCloseTo(0.07, 10);
  });

  test("for at least one search where the log does not tell how many there were", () => {
    const spent = total(surveyOf({ s1: lines().call("m2", "c1", "WebSearch").result("c1").text() }));
    expect(spent).toMatchObject({
      webSearches: 1,
      grade: "floor",
      reasons: [{ code: "uncounted-searches", count: 1 }],
    });
  });
});

describe("a sum is graded", () => {
  const graded = (survey: Survey): string => {
    const { grade, grades, reasons } = total(survey);
    return `${grade} ${grades.exact}/${grades.floor}/${grades.unpriced} ${reasons.map(({ code }) => code).join()}`;
  };

  test("exact when every message told its final usage", () => {
    expect(graded(surveyOf({ s1: lines().message("m1").message("m2").text() }))).toBe("exact 2/0/0 ");
  });

  test("a floor when one did not", () => {
    const text = lines().message("m1").message("m2", { stop: null }).text();
    expect(graded(surveyOf({ s1: text }))).toBe("floor 1/1/0 no-final-usage");
  });

  test("a floor when a cloud, whose prices may differ, served it", () => {
    const text = lines().message("m1", { model: "us.anthropic.claude-opus-4-5-20251101-v1:0" }).text();
    expect(graded(surveyOf({ s1: text }))).toBe("floor 0/1/0 cloud-endpoint");
  });

  test("unpriced, naming the models, when one has no price: the rest is still told", () => {
    const text = lines()
      .message("m1", { input: 0, output: million })
      .message("m2", { model: "llama-9" })
      .message("m3", { model: "gpt-6" })
      .message("m4", { model: "gpt-6", stop: null })
      .text();
    expect(graded(surveyOf({ s1: text }))).toBe("unpriced 1/0/3 unknown-model,no-final-usage");
    expect(total(surveyOf({ s1: text }))).toMatchObject({
      costUsd: 25,
      reasons: [{ names: ["gpt-6", "llama-9"] }, {}],
    });
  });

  test("by the logs it came from: damage in one does not touch the other", () => {
    const survey = surveyOf({ s1: lines().message("m1").raw("{\n").text(), s2: lines().message("m2").text() });
    expect(graded(survey)).toBe("floor 2/0/0 damaged-lines");
    expect(costs(survey, "session").map(({ grade }) => grade)).toEqual(["floor", "exact"]);
  });
});

test("the cost of a message is shared by the calls it makes", () => {
  const text = lines()
    .message("m1", { input: 0, output: million, blocks: [{ type: "tool_use", id: "c1", name: "Read", input: {} }] })
    .message("m1", { input: 0, output: million, blocks: [{ type: "tool_use", id: "c2", name: "Bash", input: {} }] })
    .message("m2", { input: 0, output: million })
    .text();
  const rows = costs(surveyOf({ s1: text, s2: text }), "tool");
  const shares = Object.fromEntries(rows.map(({ name, costUsd }) => [name.by === "tool" ? name.tool : "", costUsd]));
  expect(shares).toEqual({ "(no call)": 25, Read: 12.5, Bash: 12.5 });
});

test("groups add up to the total in money", () => {
  const message = fc.record({
    id: fc.integer({ min: 0, max: 20 }),
    model: fc.constantFrom("claude-opus-4-5", "claude-sonnet-4-5", "llama-9", "<synthetic>"),
    output: fc.integer({ min: 0, max: 5000 }),
    cacheRead: fc.integer({ min: 0, max: 400_000 }),
    tool: fc.option(fc.constantFrom("Read", "WebSearch"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 10 }), { maxLength: 4 }), (logs) => {
      const written = logs.map((messages, at) => {
        const log = lines();
        for (const { id, tool, ...usage } of messages) {
          const blocks = tool === undefined ? [] : [{ type: "tool_use", id: `c${id}`, name: tool, input: {} }];
          log.message(`m${id}`, { ...usage, blocks });
          if (tool !== undefined) log.result(`c${id}`);
        }
        return [`s${at}`, { text: log.text(), slug: `-p${at % 2}` }] as const;
      });
      const survey = surveyOf(Object.fromEntries(written));
      const { costUsd, messages } = total(survey);
      for (const by of ["day", "project", "session", "model", "agent", "tool"] as const) {
        const rows = costs(survey, by);
        expect(rows.reduce((sum, row) => sum + row.costUsd, 0)).toBeCloseTo(costUsd, 9);
        // By tool, a message counts under each tool it calls.
        const told = by === "tool" ? messages : rows.reduce((sum, row) => sum + row.messages, 0);
        expect(told).toBe(messages);
      }
    }),
    seeded(80),
  );
});
