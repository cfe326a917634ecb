// Times, sizes, calls and states -> the short forms people read, one line of data each.
import { describe, expect, test } from "vitest";
import {
  expiryWords,
  plural,
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatTime,
  sessionRow,
  summarizeCall,
} from "../../src/view/index.ts";
import { type Craft, call, craft, text } from "../craft.ts";
import { digestOf } from "../digest.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("short forms", () => {
  const now = Date.UTC(2026, 5, 1);
  test.each([
    [0, "just now"],
    [59 * second, "just now"],
    [-59 * second, "just now"],
    [-2 * minute, "in the future"],
    [minute, "1 min ago"],
    [59 * minute, "59 min ago"],
    [hour, "1 h ago"],
    [day - 1, "23 h ago"],
    [day, "1 d ago"],
    [59 * day, "59 d ago"],
    [90 * day, "3 mo ago"],
  ])("an age of %i ms is %s", (age, words) => {
    expect(formatAge(now - age, now)).toBe(words);
  });

  test.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [1500, "1.5 s"],
    [61 * second, "1 min 1 s"],
    [hour + minute, "1 h 1 min"],
  ])("a duration of %i ms is %s", (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });

  test.each([
    [0, "0 B", "0"],
    [999, "999 B", "999"],
    [1000, "1.0 kB", "1.0 k"],
    [123_456, "123 kB", "123 k"],
    [4_200_000, "4.2 MB", "4.2 M"],
    [3.8e9, "3.8 GB", "3.8 G"],
  ])("%i bytes are %s and a count of it %s", (value, bytes, count) => {
    expect([formatBytes(value), formatCount(value)]).toEqual([bytes, count]);
  });

  test("counted things have a mark at each thousand", () => {
    expect([0, 1, 999, 1000, 12_345_678].map((count) => plural(count, "match"))).toEqual([
      "0 matches",
      "1 match",
      "999 matches",
      "1,000 matches",
      "12,345,678 matches",
    ]);
  });

  test("what is not known is empty", () => {
    expect([formatAge(undefined, 0), formatDuration(undefined), formatTime(undefined)]).toEqual(["", "", ""]);
    expect(formatTime(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe("2026-01-02 03:04");
  });
});

describe("a call", () => {
  test.each([
    ["Bash", { description: "list", command: "ls -l" }, "ls -l"],
    ["Read", { file_path: "a.ts", limit: 5 }, "a.ts"],
    ["Agent", { prompt: "Count the files", description: "Count" }, "Count"],
    ["Task", { prompt: "Count the files", description: "" }, "Count the files"],
    ["TodoWrite", { todos: [1, 2, 3] }, "3 items"],
    ["AskUserQuestion", { questions: [{ question: "Which?" }, {}] }, "Which?"],
    ["mcp__loom__weave", { count: 1, thread: "red" }, "red"],
    ["constructor", { thread: "red" }, "red"],
    ["Bash", {}, ""],
    ["Bash", "ls", "ls"],
    ["Bash", null, ""],
    ["Bash", [1], ""],
  ])("of %s with %j is about %j", (name, input, words) => {
    expect(summarizeCall(name, input)).toBe(words);
  });
});

describe("a session", () => {
  const facts = {
    id: "s",
    path: "s.jsonl",
    sizeBytes: 1,
    modifiedMs: 2,
    agents: 3,
    forkedFrom: undefined,
    isDeleted: false,
    expiresMs: undefined,
    nowMs: 0,
  };
  const stateOf = (make: (hand: Craft) => void) => {
    const hand = craft();
    make(hand);
    const { state, pendingTool } = sessionRow(digestOf(hand.text()), facts);
    return pendingTool === undefined ? state : `${state} ${pendingTool}`;
  };
  const cases: readonly (readonly [string, (hand: Craft) => void])[] = [
    ["empty", () => undefined],
    ["unanswered", (hand) => void hand.prompt("x")],
    ["answered", (hand) => (hand.prompt("x"), void hand.reply([text("y")]))],
    ["open-call Bash", (hand) => (hand.prompt("x"), void hand.reply([call("toolu_1", "Bash")]))],
    ["interrupted", (hand) => (hand.prompt("x"), void hand.prompt("[Request interrupted by user]"))],
    ["error", (hand) => (hand.prompt("x"), void hand.reply([text("API Error")], { isApiErrorMessage: true }))],
    ["answered", (hand) => (hand.prompt("x"), void hand.prompt("<command-name>/cost</command-name>"))],
  ];
  test.each(cases)("is %s", (state, make) => {
    expect(stateOf(make)).toBe(state);
  });

  test.each<[string, readonly string[], object]>([
    ["nothing", [], {}],
    ["that its file is gone", ["deleted"], { isDeleted: true, expiresMs: day }],
    ["that the client will soon delete it", ["expiring"], { expiresMs: 3 * day }],
    ["not that it will in a month", [], { expiresMs: 30 * day }],
    ["that it repeats another", ["fork"], { forkedFrom: "t" }],
  ])("is marked with %s", (_, tags, more) => {
    expect(sessionRow(digestOf(craft().text()), { ...facts, ...more }).tags).toEqual(tags);
  });

  test.each([
    [0, "expires any time"],
    [1, "expires in 1 day"],
    [3, "expires in 3 days"],
  ])("that the client deletes in %s days has one name for that in all lists", (days, words) => {
    expect(expiryWords(days)).toBe(words);
  });

  test("of which some lines are damaged is marked so", () => {
    const hand = craft();
    hand.raw("{torn");
    expect(sessionRow(digestOf(hand.text()), facts)).toMatchObject({ tags: ["damaged"], damaged: 1 });
  });
});
