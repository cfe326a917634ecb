// Logs -> what is counted: each thing once, owners and agents right, groups that add up to the totals.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Scope, type Survey, censusOf, costBy, listPrices, statsBy, totalsOf } from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { seeded } from "../craft.ts";
import { agentsOf, lines, surveyOf } from "./stats-log.ts";

const utc = daysIn("UTC");
const total = (survey: Survey, scope: Scope = {}) => totalsOf(censusOf(survey), scope, utc);

const session = lines()
  .prompt("p1")
  .message("m1", { output: 4, stop: null })
  .message("m1", { input: 10, output: 90, cacheRead: 1000, cacheWrite: 50 })
  .call("m2", "c1", ["Read", { file_path: "/home/ada/loom/a.ts" }])
  .call("m2", "c2", ["Bash", { command: "npm test" }])
  .result("c1")
  .result("c2", { isError: true })
  .prompt("p2")
  .message("m3", { model: "claude-haiku-4-5", output: 5 })
  .raw('{"type":"user","uuid":"torn\n')
  .text();

describe("everything is counted", () => {
  test("in one session with an agent", () => {
    const agent = lines({ isSidechain: true }).prompt("p9").call("m9", "c9", "Read").result("c9").text();
    const survey = surveyOf({ s1: { text: session, agents: { a111111: agent } } });
    const { tools, ...totals } = total(survey);
    expect(totals).toMatchObject({
      sessions: 1,
      agentFiles: 1,
      files: 2,
      lines: 13,
      damaged: 1,
      turns: 2,
      calls: 3,
      results: 3,
      errors: 1,
      apiMessages: 4,
      usage: { inputTokens: 40, outputTokens: 295, cacheWriteTokens: 50, cacheReadTokens: 1000 },
      grade: "floor",
    });
    expect(totals.bytes).toBe(
      survey.sessions.reduce((sum, each) => sum + each.sizeBytes + (each.agents[0]?.sizeBytes ?? 0), 0),
    );
    expect(Object.fromEntries(tools)).toEqual({ Read: { calls: 2, errors: 0 }, Bash: { calls: 1, errors: 1 } });
  });

  test("once when forks, copies and resumes repeat it", () => {
    const {
      bytes: _bytes,
      files: _files,
      sessions: _sessions,
      lines: _lines,
      damaged: _damaged,
      forks: _forks,
      reasons: _reasons,
      ...alone
    } = total(surveyOf({ s1: session }));
    const copies = total(surveyOf({ s1: session, s2: session, s3: session }));
    expect(copies).toMatchObject(alone);
    expect(copies).toMatchObject({ sessions: 3, damaged: 3, forks: 2 });
  });

  test("once where a copy gave its prompts new uuids: a clone, a clone of it, and two of a session that is gone", () => {
    const times = ["2026-03-02T10:00:00.000Z", "2026-03-02T11:00:00.000Z", "2026-03-02T12:00:00.000Z"];
    const log = (sessionId: string, forkedFrom?: string, said = 2): string => {
      const envelope = forkedFrom === undefined ? {} : { forkedFrom: { sessionId: forkedFrom, messageUuid: "x" } };
      const made = lines({ sessionId, ...envelope });
      for (const time of times.slice(0, said)) made.prompt(`${sessionId}-${time}`, time);
      return made.text();
    };
    const turns = (logs: Readonly<Record<string, string>>): number => total(surveyOf(logs)).turns;
    expect(turns({ s1: log("s1"), s2: log("s2", "s1") })).toBe(2);
    expect(turns({ s2: log("s2", "s1", 3), s1: log("s1") })).toBe(3);
    expect(turns({ s1: log("s1"), s2: log("s2", "s1"), s3: log("s3", "s2", 3) })).toBe(3);
    expect(turns({ s2: log("s2", "gone"), s3: log("s3", "gone") })).toBe(2);
    expect(turns({ s1: log("s1"), s4: log("s4") })).toBe(4);
    // Two that name each other are no copies of anything.
    expect(turns({ s1: log("s1", "s2"), s2: log("s2", "s1") })).toBe(4);
  });

  test("with the greatest usage that any copy of a message tells", () => {
    const cut = lines().message("m1", { output: 3, stop: null }).text();
    const whole = lines().message("m1", { output: 80 }).text();
    expect(total(surveyOf({ s1: cut, s2: whole }))).toMatchObject({ usage: { outputTokens: 80 }, grade: "exact" });
    expect(total(surveyOf({ s1: whole, s2: cut }))).toMatchObject({ usage: { outputTokens: 80 }, grade: "exact" });
  });

  test("at each place for prompts without a uuid", () => {
    const nameless = lines().prompt("p").text().replaceAll('"uuid":"p",', "");
    expect(total(surveyOf({ s1: nameless + nameless, s2: nameless })).turns).toBe(3);
  });

  test("also where results stand in another order than their calls, or in another log", () => {
    const crossed = lines().call("m1", "c1", "Read").call("m1", "c2", "Bash").result("c2").result("c1").text();
    expect(total(surveyOf({ s1: crossed }))).toMatchObject({ calls: 2, results: 2 });
    const called = lines().call("m1", "c1", "Read").text();
    const answered = lines().result("c1", { isError: true }).result("c7").text();
    const apart = total(surveyOf({ s1: answered, s2: called }));
    expect(apart).toMatchObject({ calls: 1, results: 2, errors: 1 });
    expect(apart.tools.get("Read")).toEqual({ calls: 1, errors: 1 });
  });

  test("for agents whose session is gone, under the id of that session", () => {
    const agent = lines({ isSidechain: true }).message("m9", { output: 6 }).text();
    const survey = { ...surveyOf({}), strays: agentsOf({ a111111: agent }, "-home-ada-loom", "gone") };
    expect(total(survey)).toMatchObject({ sessions: 0, agentFiles: 1, usage: { outputTokens: 6 } });
    const [row] = statsBy(censusOf(survey), { scope: {}, by: "session", days: utc });
    expect(row).toMatchObject({ name: { sessionId: "gone", hasLog: false }, sessions: 0, agentFiles: 1 });
  });

  test("for the sessions of a group as for those of the whole: main logs that are there and meant", () => {
    const agent = (id: string, time: string): string => lines({ isSidechain: true }).message(id, { time }).text();
    const survey = {
      ...surveyOf({
        s1: { text: lines().message("m1").text(), agents: { a111111: agent("m2", "2026-03-04T10:00:00Z") } },
        s2: lines().raw('{"type":"mode","mode":"normal"}\n').text(),
      }),
      strays: agentsOf({ a222222: agent("m3", "2026-03-02T10:00:00Z") }, "-home-ada-loom", "gone"),
    };
    const ask = (by: "project" | "model", scope: Scope = {}) => statsBy(censusOf(survey), { scope, by, days: utc });
    expect(total(survey)).toMatchObject({ sessions: 2, agentFiles: 2 });
    expect(ask("project")).toMatchObject([{ sessions: 2, agentFiles: 2 }]);
    expect(ask("model")).toMatchObject([{ sessions: 1, agentFiles: 2 }]);
    const late = { sinceMs: Date.parse("2026-03-03T00:00:00Z") };
    expect(total(survey, late)).toMatchObject({ sessions: 0, agentFiles: 1 });
    expect(ask("project", late)).toMatchObject([{ sessions: 0, agentFiles: 1 }]);
  });

  test("by project with every folder that shares the slug", () => {
    const written = ["my-loom", "my.loom", "my.loom"].map((name, at) => {
      const text = lines({ cwd: `/home/ada/${name}` })
        .prompt(`p${at}`)
        .text();
      return [`s${at}`, { text, slug: "-home-ada-my-loom" }] as const;
    });
    const survey = surveyOf(Object.fromEntries(written));
    const [row] = statsBy(censusOf(survey), { scope: {}, by: "project", days: utc });
    expect(row?.name).toMatchObject({
      project: "/home/ada/my.loom",
      folders: ["/home/ada/my.loom", "/home/ada/my-loom"],
    });
  });
});

describe("a question can be narrowed", () => {
  const early = lines().prompt("p1", "2026-03-01T23:30:00Z").message("m1", { time: "2026-03-01T23:59:59Z" }).text();
  const late = lines({ cwd: "/home/ada/spindle" }).prompt("p2", "2026-03-02T00:00:00Z").message("m2").text();
  const survey = surveyOf({ s1: early, s2: { text: late, slug: "-home-ada-spindle" } });

  test("to a time: the first moment counts, the last does not", () => {
    const midnight = Date.parse("2026-03-02T00:00:00Z");
    expect(total(survey, { sinceMs: midnight })).toMatchObject({ sessions: 1, turns: 1, apiMessages: 1 });
    expect(total(survey, { beforeMs: midnight })).toMatchObject({ sessions: 1, turns: 1, apiMessages: 1 });
    expect(total(survey, { sinceMs: midnight, beforeMs: midnight + 1 })).toMatchObject({ turns: 1, apiMessages: 0 });
  });

  test("to a project, by a part of its path in either spelling", () => {
    expect(total(survey, { project: "ada/Spindle" })).toMatchObject({ sessions: 1, turns: 1 });
    expect(total(survey, { project: "-ada-spindle" })).toMatchObject({ sessions: 1, turns: 1 });
    expect(total(survey, { project: "nowhere" })).toMatchObject({ sessions: 0, turns: 0, files: 0 });
  });

  test("and by days of a zone", () => {
    const days = (zone: string) =>
      statsBy(censusOf(survey), { scope: {}, by: "day", days: daysIn(zone) }).map(
        ({ name }) => "day" in name && name.day,
      );
    expect(new Set(days("UTC"))).toEqual(new Set(["2026-03-01", "2026-03-02"]));
    expect(days("Asia/Tokyo")).toEqual(["2026-03-02"]);
  });

  test("where lines have no time, they have that of their log", () => {
    const timeless = lines()
      .message("m1")
      .text()
      .replaceAll(/"timestamp":"[^"]*",/g, "");
    const rows = statsBy(censusOf(surveyOf({ s1: timeless })), { scope: {}, by: "day", days: utc });
    expect(rows.map(({ name }) => name)).toEqual([{ by: "day", day: "2026-03-02" }]);
  });
});

describe("a figure is a floor", () => {
  const reasons = (survey: Survey): readonly string[] =>
    total(survey).reasons.map(({ code, count }) => `${code} ${count}`);

  test("when a message never got its final usage", () => {
    expect(reasons(surveyOf({ s1: lines().message("m1", { stop: null }).message("m2").text() }))).toEqual([
      "no-final-usage 1",
    ]);
  });

  test.each([`{"output_tokens":null}`, `{"output_tokens":"100"}`, `{"output_tokens":3,"input_tokens":1.5}`, "{}"])(
    "when a message does not tell what it used, but %s",
    (usage) => {
      const odd = `{"type":"assistant","uuid":"u1","message":{"id":"m9","model":"claude-opus-4-5","usage":${usage}}}\n`;
      const survey = surveyOf({ s1: lines().message("m1").raw(odd).text() });
      expect(total(survey)).toMatchObject({ apiMessages: 2, grade: "floor" });
      expect(reasons(survey)).toEqual(["no-usage 1"]);
      const [cost] = costBy(censusOf(survey), { scope: {}, days: utc, prices: listPrices });
      expect(cost).toMatchObject({ messages: 2, grade: "floor", reasons: [{ code: "no-usage", count: 1 }] });
    },
  );

  test("when a folder could not be looked into", () => {
    const survey = { ...surveyOf({ s1: lines().message("m1").text() }), unreadable: 2 };
    expect(reasons(survey)).toEqual(["unreadable-logs 2"]);
  });

  test("but not for what the client itself wrote", () => {
    const own = lines().message("m1", { stop: null, model: "<synthetic>" });
    const failed = own.message("m2", { stop: null, extra: { isApiErrorMessage: true } });
    expect(reasons(surveyOf({ s1: failed.text() }))).toEqual([]);
  });

  test("when lines are damaged", () => {
    expect(reasons(surveyOf({ s1: lines().message("m1").raw("{torn\n").text() }))).toEqual(["damaged-lines 1"]);
  });

  test("when an agent answered and left no log", () => {
    const asked = lines().call("m1", "c1", "Task").result("c1").call("m2", "c2", "Agent").result("c2").text();
    const agent = lines({ isSidechain: true }).message("m9").text();
    expect(reasons(surveyOf({ s1: asked }))).toEqual(["missing-agent-logs 2"]);
    expect(reasons(surveyOf({ s1: { text: asked, agents: { a111111: agent } } }))).toEqual(["missing-agent-logs 1"]);
    const refused = lines().call("m1", "c1", "Task").result("c1", { isError: true }).text();
    expect(reasons(surveyOf({ s1: refused }))).toEqual([]);
    const inside = lines({ isSidechain: true }).message("m8").text();
    expect(reasons(surveyOf({ s1: asked + inside }))).toEqual([]);
  });
});

test("groups add up to the totals, however logs repeat each other", () => {
  const id = fc.integer({ min: 0, max: 12 });
  const line = fc.oneof(
    fc.tuple(fc.constant("prompt"), id),
    fc.tuple(fc.constant("message"), id),
    fc.tuple(fc.constant("call"), id),
    fc.tuple(fc.constant("result"), id),
  );
  const logs = fc.array(fc.record({ made: fc.array(line, { maxLength: 20 }), isFork: fc.boolean() }), { maxLength: 4 });
  fc.assert(
    fc.property(logs, logs, (sessions, agents) => {
      const written = (made: readonly (readonly [string, number])[], isFork: boolean): string => {
        const log = lines(isFork ? { forkedFrom: { sessionId: "x", messageUuid: "y" } } : {});
        for (const [kind, at] of made) {
          if (kind === "prompt") log.prompt(`p${at}`);
          else if (kind === "message") log.message(`m${at}`, { output: at, model: `model-${at % 3}` });
          else if (kind === "call") log.call(`m${at}`, `c${at}`, `Tool${at % 3}`);
          else log.result(`c${at}`, { isError: at % 2 === 0 });
        }
        return log.text();
      };
      const survey = surveyOf(
        Object.fromEntries(
          sessions.map(({ made, isFork }, at) => [
            `s${at}`,
            {
              text: written(made, isFork),
              slug: `-p${at % 2}`,
              agents: Object.fromEntries(
                agents
                  .slice(at * 2, at * 2 + 2)
                  .map((agent, n) => [`a${at}${n}00000`, written(agent.made, agent.isFork)]),
              ),
            },
          ]),
        ),
      );
      const census = censusOf(survey);
      const { turns, calls, results, errors, apiMessages, usage } = totalsOf(census, {}, utc);
      const distinct = (pattern: RegExp): number => {
        const texts = sessions
          .flatMap(({ made }) => made)
          .concat(agents.slice(0, sessions.length * 2).flatMap(({ made }) => made));
        return new Set(texts.filter(([kind]) => pattern.test(kind)).map(([, at]) => at)).size;
      };
      expect(calls).toBe(distinct(/call/));
      expect(results).toBe(distinct(/result/));
      expect(apiMessages).toBe(distinct(/message|call/));
      for (const by of ["day", "project", "session", "agent"] as const) {
        const rows = statsBy(census, { scope: {}, by, days: utc });
        const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
        expect([sum((row) => row.turns), sum((row) => row.calls), sum((row) => row.results)]).toEqual([
          turns,
          calls,
          results,
        ]);
        expect([sum((row) => row.errors), sum((row) => row.apiMessages)]).toEqual([errors, apiMessages]);
        expect(sum((row) => row.usage.outputTokens)).toBe(usage.outputTokens);
      }
      const models = statsBy(census, { scope: {}, by: "model", days: utc });
      expect(models.reduce((all, row) => all + row.usage.outputTokens, 0)).toBe(usage.outputTokens);
      const tools = statsBy(census, { scope: {}, by: "tool", days: utc });
      expect(tools.reduce((all, row) => all + row.results, 0)).toBe(results);
    }),
    seeded(120),
  );
});
