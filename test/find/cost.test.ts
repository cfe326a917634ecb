// Priced messages -> sums by group that add up, each with its grade and the reasons for it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type GroupCost,
  type Grouping,
  type Scope,
  type Survey,
  censusOf,
  costBy,
  listPrices,
  totalsOf,
} from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { seeded } from "../craft.ts";
import { agentsOf, lines, surveyOf } from "./stats-log.ts";

const days = daysIn("UTC");

function costs(survey: Survey, by?: Grouping, scope: Scope = {}): readonly GroupCost[] {
  return costBy(censusOf(survey), { scope, by, days, prices: listPrices });
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

  test("by one session alone, without what another owns", () => {
    const first = lines().prompt("p1").message("m1", { input: 0, output: million });
    const copied = first.text();
    const on = lines()
      .prompt("p1")
      .message("m1", { input: 0, output: million })
      .message("m2", { input: 0, output: million });
    const survey = surveyOf({ s1: copied, s2: on.text() });
    const bySession = costs(survey, "session");
    for (const { path, id } of survey.sessions)
      expect(costs(survey, "session", { session: path })).toEqual(
        bySession.filter(({ name }) => name.by === "session" && name.sessionId === id),
      );
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

describe("the sessions of a cost are those whose own logs are there", () => {
  const agent = (id: string, time: string): string => lines({ isSidechain: true }).message(id, { time }).text();
  const survey: Survey = {
    ...surveyOf({
      s1: { text: lines().prompt("p1").message("m1").text(), agents: { a111111: agent("m2", "2026-03-04T10:00:00Z") } },
      s2: lines().prompt("p2").text(),
    }),
    strays: agentsOf({ a222222: agent("m3", "2026-03-02T10:00:00Z") }, "-home-ada-loom", "gone"),
  };

  test.each(["project", "agent"] as const)("in total, and by %s where every log has its place", (by) => {
    const { sessions, agentFiles } = totalsOf(censusOf(survey), {}, days);
    expect({ sessions, agentFiles }).toEqual({ sessions: 2, agentFiles: 2 });
    expect(costs(survey)).toMatchObject([{ sessions, agentFiles }]);
    expect(costs(survey, by)[0]).toMatchObject({ sessions });
  });

  test("so agents whose session's log is gone are none", () => {
    const rows = costs(survey, "session").map(({ name, ...row }) => [
      name.by === "session" ? name.sessionId : "",
      row.sessions,
      row.agentFiles,
    ]);
    expect(rows).toEqual([
      ["s1", 1, 1],
      ["gone", 0, 1],
      ["s2", 1, 0],
    ]);
    expect(costs(survey, "model")).toMatchObject([{ sessions: 1, agentFiles: 2 }]);
  });

  test("and no group counts one that is outside the time asked for", () => {
    const scope = { sinceMs: Date.parse("2026-03-03T00:00:00Z") };
    expect(totalsOf(censusOf(survey), scope, days)).toMatchObject({ sessions: 0, agentFiles: 1 });
    for (const by of [undefined, "day", "project", "session", "model", "agent"] as const)
      expect(costs(survey, by, scope)).toMatchObject([{ sessions: 0, agentFiles: 1 }]);
  });
});

describe("a project is named", () => {
  const folders = (...cwds: readonly string[]) => {
    const written = cwds.map(
      (cwd, at) => [`s${at}`, { text: lines({ cwd }).message(`m${at}`).text(), slug: "-home-ada-my-loom" }] as const,
    );
    return costs(surveyOf(Object.fromEntries(written)), "project").map(({ name }) => name);
  };

  test("by the folder that most of its sessions name, with all others that share its slug", () => {
    expect(folders("/home/ada/my-loom", "/home/ada/my.loom", "/home/ada/my.loom")).toEqual([
      {
        by: "project",
        project: "/home/ada/my.loom",
        slug: "-home-ada-my-loom",
        folders: ["/home/ada/my.loom", "/home/ada/my-loom"],
      },
    ]);
  });

  test("by the one that the slug was made from before all others", () => {
    expect(folders("/home/ada/my-loom/src", "/home/ada/my-loom/src", "/home/ada/my-loom")).toMatchObject([
      { project: "/home/ada/my-loom", folders: ["/home/ada/my-loom", "/home/ada/my-loom/src"] },
    ]);
  });
});
