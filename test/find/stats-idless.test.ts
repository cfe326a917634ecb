// Messages, calls and results without ids of their own -> figures that miss none of them, the same for stats, cost and session.
import { describe, expect, test } from "vitest";
import { type Survey, censusOf, costBy, listPrices, totalsOf } from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { craft, open } from "../craft.ts";
import { lines, surveyOf } from "./stats-log.ts";

const utc = daysIn("UTC");
const total = (survey: Survey) => totalsOf(censusOf(survey), {}, utc);

describe("what has no id of its own is counted", () => {
  const idless = (uuid: string) =>
    `{"type":"assistant","uuid":"${uuid}","message":{"id":"","model":"claude-opus-4-5","stop_reason":"end_turn",` +
    `"content":[{"type":"tool_use","id":"","name":"Bash"}],"usage":{"input_tokens":1,"output_tokens":2}}}\n` +
    `{"type":"user","uuid":"${uuid === "" ? "" : `r-${uuid}`}","message":{"content":[{"type":"tool_result","tool_use_id":"","content":"ok"}]}}\n`;

  test("by its entry, once over all logs", () => {
    const survey = surveyOf({ s1: idless("u1") + idless("u2") + idless("u3"), s2: idless("u1") + idless("u4") });
    const usage = { inputTokens: 4, outputTokens: 8 };
    expect(total(survey)).toMatchObject({ apiMessages: 4, calls: 4, results: 4, usage, grade: "exact" });
  });

  test("each time, where its entry has none either", () => {
    const survey = surveyOf({ s1: idless("").repeat(2), s2: lines().prompt("p1").text() + idless("") });
    const usage = { inputTokens: 3, outputTokens: 6 };
    expect(total(survey)).toMatchObject({ apiMessages: 3, calls: 3, results: 3, usage, grade: "exact" });
    const [cost, ...others] = costBy(censusOf(survey), { scope: {}, by: "tool", days: utc, prices: listPrices });
    expect([cost?.messages, others]).toEqual([3, []]);
  });
});

test("a session tells of as many calls and messages as its figures count", () => {
  const log = craft();
  const bash = { type: "tool_use", name: "Bash", input: {} };
  log.reply([{ ...bash, id: "" }, bash, { ...bash, id: "toolu_1" }], { messageId: "" });
  log.reply([{ ...bash, id: "" }], { messageId: "" });
  const { calls, log: read } = open(log.bytes()).session;
  expect([calls.length, new Set(calls.map(({ id }) => id)).size, read.messages.size]).toEqual([3, 3, 2]);
  expect(total(surveyOf({ s1: log.text() }))).toMatchObject({ calls: 3, apiMessages: 2 });
});
