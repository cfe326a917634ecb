// Forks and splits: the conversation as it was, cut so that every call keeps its result; bad names are answered with near ones.
import { describe, expect, it, test } from "vitest";
import { checkRequest } from "../../src/graph/index.ts";
import { planFork, planSplit, sumsUp } from "../../src/reshape/index.ts";
import { call, craft, open, text } from "../craft.ts";
import { type OpenSource, entriesOf, planned, render, requestOf, sourceOf, supply } from "./engine-source.ts";
import { compact } from "./woven.ts";

/** Three turns; calls side by side in the second; a branch that was left in the first. */
function session(): OpenSource {
  const { prompt, reply, result, link, state, bytes } = craft("2.1.325");
  state("custom-title", { customTitle: "A title" });
  prompt("one", { uuid: "p1" });
  const fork = reply([text("first")], { uuid: "a1" });
  prompt("astray", { uuid: "x1" });
  reply([text("lost")], { uuid: "x2" });
  prompt("two", { uuid: "p2", parentUuid: fork });
  const one = reply([call("t1", "Task", { prompt: "look" })], { uuid: "u1", messageId: "m2" });
  const two = reply([call("t2")], { uuid: "u2", messageId: "m2" });
  prompt("look", { uuid: "s1", parentUuid: null, isSidechain: true });
  reply([text("seen")], { uuid: "s2", isSidechain: true });
  result("t2", { uuid: "r2", parentUuid: two, sourceToolAssistantUUID: two });
  result("t1", { uuid: "r1", parentUuid: one, sourceToolAssistantUUID: one });
  reply([text("second")], { uuid: "a2" });
  link("system", { uuid: "d2", subtype: "turn_duration" });
  state("last-prompt", { leafUuid: "a2" });
  state("file-history-snapshot", { messageId: "p2", snapshot: { messageId: "p2", trackedFileBackups: {} } });
  prompt("three", { uuid: "p3" });
  reply([{ type: "thinking", thinking: "h", signature: "s" }], { uuid: "k3", messageId: "m3" });
  reply([text("third")], { uuid: "a3", messageId: "m3" });
  state("mode", { mode: "plan" });
  return sourceOf(bytes());
}

const said = (source: OpenSource, at: string): string => {
  const plan = planned(planFork(source, { at }, supply()));
  expect(sumsUp(plan, source.session.log.tally.lines)).toBe(true);
  const result = open(render(plan, source));
  expect(checkRequest(requestOf(result))).toEqual([]);
  expect(result.session.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  return [...JSON.stringify(requestOf(result)).matchAll(/"text":"(\w+)|"content":"(\w+)"|"id":"(t\d)"/g)]
    .map(([, a, b, c]) => a ?? b ?? c)
    .filter((word) => word !== "No")
    .join(" ");
};

describe("a fork", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["1", "one first"],
    ["2", "one first two t1 t2 done done second"],
    ["3", "one first two t1 t2 done done second three third"],
    ["B1.1", "one first astray lost"],
    ["p2", "one first two"],
    ["u1", "one first two t1 done"],
    ["u2", "one first two t1 t2 done done"],
    ["r2", "one first two t1 t2 done done"],
    ["x1", "one first astray"],
    ["k3", "one first two t1 t2 done done second three"],
  ];
  test.each(cases)("at %s says: %s", (at, words) => expect(said(session(), at)).toBe(words));

  it("keeps what stands in front of the cut, agents inside the file too, and no last-prompt line", () => {
    const source = session();
    const types = entriesOf(render(planned(planFork(source, { at: "2" }, supply())), source)).map(
      (entry) => entry["type"],
    );
    expect(types).not.toContain("last-prompt");
    expect(types).toContain("custom-title");
    const lines = entriesOf(render(planned(planFork(source, { at: "2" }, supply())), source));
    expect(lines.filter((entry) => entry["isSidechain"] === true)).toHaveLength(2);
    const short = entriesOf(render(planned(planFork(source, { at: "1" }, supply())), source));
    expect(short.map((entry) => entry["type"])).toEqual(["custom-title", "user", "assistant"]);
  });

  const refusals: readonly (readonly [string, string, readonly string[]])[] = [
    ["9", "there is no turn 9; the last one is 3", ["1", "2", "3", "B1.1"]],
    ["B3.1", "there is no turn B3.1; the last one is 3", ["1", "2", "3", "B1.1"]],
    ["nowhere", 'no turn and no entry is called "nowhere"', ["1", "2", "3", "B1.1"]],
    ["", 'no turn and no entry is called ""', []],
  ];
  test.each(refusals)("at %s is refused: %s", (at, problem, choices) => {
    const answer = planFork(session(), { at }, supply());
    expect(answer).toMatchObject({ ok: false, problem });
    const given = answer.ok ? [] : answer.choices;
    expect(given.length).toBeGreaterThan(0);
    expect(given).toEqual(expect.arrayContaining([...choices]));
  });
});

describe("a split", () => {
  it("gives two sessions, the second of which begins with its first prompt", () => {
    const source = session();
    const answer = planSplit(source, { at: "1" }, supply());
    if (!answer.ok) throw new Error(answer.problem);
    const [front, back] = [answer.front, answer.back].map((plan) => open(render(plan, source)));
    expect(JSON.stringify(front === undefined ? "" : requestOf(front))).not.toContain("two");
    const entries = back === undefined ? [] : requestOf(back);
    expect(JSON.stringify(entries[0])).toContain("two");
    expect(JSON.stringify(entries)).toContain("third");
    expect(back?.session.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(back?.session.description).toMatchObject({});
    expect(back?.log.state.customTitle).toBe("A title");
    expect(sumsUp(answer.back, source.session.log.tally.lines)).toBe(true);
  });

  it("behind the last turn is refused with the turns before it", () => {
    expect(planSplit(session(), { at: "3" }, supply())).toEqual({
      ok: false,
      problem: "nothing was asked behind 3",
      choices: ["1", "2"],
    });
  });

  it("names only turns that something was asked behind, wherever it is refused", () => {
    for (const at of ["0", "4", "soon"])
      expect(planSplit(session(), { at }, supply())).toMatchObject({ ok: false, choices: ["1", "2"] });
  });

  it("of a single turn is said to be impossible", () => {
    const made = craft();
    made.prompt("one");
    made.reply([text("first")], { messageId: "m1" });
    const source = sourceOf(made.bytes());
    for (const at of ["0", "1"])
      expect(planSplit(source, { at }, supply())).toMatchObject({
        choices: [],
        hint: "it takes two turns or more to split a session",
      });
  });
});

describe("a compaction", () => {
  const compacted = (when: "after the turn" | "amid the turn"): OpenSource => {
    const made = craft("2.1.325");
    made.prompt("one", { uuid: "p1" });
    made.reply([text("first")], { uuid: "a1" });
    made.prompt("two", { uuid: "p2" });
    made.reply([text("second")], { uuid: "a2" });
    compact(made, "a2");
    if (when === "amid the turn") made.reply([text("goes on")], { uuid: "a3" });
    made.prompt("three", { uuid: "p3" });
    made.reply([text("third")], { uuid: "a4" });
    return sourceOf(made.bytes());
  };

  test("after a turn is not in a fork at that turn: it goes on from what was said", () => {
    expect(said(compacted("after the turn"), "2")).toBe("one first two second");
  });

  test("in the midst of a turn is, for the rest of the turn was said behind it", () => {
    const front = said(compacted("amid the turn"), "2");
    expect(front).toContain("goes");
    expect(front).not.toContain("one");
  });
});

test("a fork at a call's progress ends with the call's result, as older clients leave out a call that comes last", () => {
  const made = craft("2.1.45");
  made.prompt("one", { uuid: "p1" });
  const use = made.reply([call("t1")], { uuid: "u1", messageId: "m1" });
  made.link("progress", { uuid: "g1", data: { type: "hook_progress" } });
  made.result("t1", { uuid: "r1", parentUuid: use, sourceToolAssistantUUID: use });
  made.reply([text("first")], { uuid: "a1" });
  const source = sourceOf(made.bytes());
  const result = render(planned(planFork(source, { at: "g1" }, supply())), source);
  expect(entriesOf(result).map(({ type }) => type)).toEqual(["user", "assistant", "progress", "user"]);
});
