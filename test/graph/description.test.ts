// A session -> what people know it by: which title counts, goal, last words, state of its calls, tokens.
import { describe, expect, test } from "vitest";
import { type Craft, call, craft, open, text, timeAt } from "../craft.ts";

const described = (make: (hand: Craft) => void) => {
  const hand = craft();
  make(hand);
  return open(hand.bytes()).session.description;
};

describe("the title", () => {
  const custom = (hand: Craft, title = "Mine"): void => hand.state("custom-title", { customTitle: title });
  const made = (hand: Craft, title = "Machine's"): void => hand.state("ai-title", { aiTitle: title });
  const summary = (hand: Craft, words = "Summary"): void => hand.state("summary", { summary: words, leafUuid: "x" });
  const cases: readonly (readonly [string, (hand: Craft) => void, readonly [string, string]])[] = [
    [
      "given by a person counts before all",
      (hand) => (made(hand), custom(hand), summary(hand)),
      ["Mine", "custom-title"],
    ],
    ["given by the machine counts before a summary", (hand) => (summary(hand), made(hand)), ["Machine's", "ai-title"]],
    ["is the summary where there is no other", (hand) => summary(hand), ["Summary", "summary"]],
    ["is the first prompt where nothing was given", () => undefined, ["Hello there", "first-prompt"]],
    ["given last counts", (hand) => (custom(hand, "Old"), custom(hand, "New"), made(hand)), ["New", "custom-title"]],
    ["of the last summary counts", (hand) => (summary(hand, "A"), summary(hand, "B")), ["B", "summary"]],
    ["that is blank does not count", (hand) => (custom(hand, "  \n"), made(hand, "")), ["Hello there", "first-prompt"]],
    ["is one line", (hand) => custom(hand, " a\n\tb\u2028c  d "), ["a b c d", "custom-title"]],
    [
      "of a wrong type does not count",
      (hand) => hand.state("custom-title", { customTitle: 7 }),
      ["Hello there", "first-prompt"],
    ],
  ];
  test.each(cases)("%s", (_what, make, expected) => {
    const { title, titleSource } = described((hand) => {
      hand.prompt("Hello\nthere");
      make(hand);
    });
    expect([title, titleSource]).toEqual(expected);
  });

  test("of an empty session is empty", () => {
    expect(described(() => undefined)).toMatchObject({ title: "", titleSource: "none", goal: undefined });
  });

  test("is never made of what nobody asked for", () => {
    const { title } = described((hand) => {
      hand.prompt("<local-command-caveat>x</local-command-caveat>", { isMeta: true });
      hand.prompt("<command-name>/clear</command-name>");
      hand.prompt("Weave");
    });
    expect(title).toBe("Weave");
  });
});

describe("a session is described by", () => {
  test("its goal, last words, project, branch, model, versions and times", () => {
    const description = described((hand) => {
      hand.prompt("Weave");
      hand.reply([text("First")], { messageId: "m1" });
      hand.reply([call("toolu_1")], { messageId: "m1" });
      hand.result("toolu_1");
      hand.reply([text("Last words")], { gitBranch: "loom", cwd: "/home/ada/other" });
      hand.reply([text("")]);
    });
    const { goal, recentOutput, cwd, projectName, model, versions, gitBranch, messages, startMs, endMs } = description;
    expect({ goal, recentOutput, cwd, projectName }).toEqual({
      goal: "Weave",
      recentOutput: "Last words",
      cwd: "/home/ada/loom",
      projectName: "loom",
    });
    expect([model, versions, gitBranch, messages]).toEqual(["claude-opus-4-5", ["2.1.150"], "main", 3]);
    expect([startMs, endMs]).toEqual([Date.parse(timeAt(0)), Date.parse(timeAt(5))]);
  });

  test("the name of a Windows project too", () => {
    const { projectName } = described((hand) => void hand.prompt("x", { cwd: "E:\\workspaces\\loom" }));
    expect(projectName).toBe("loom");
  });

  test("the call it waits for, and by none once the result is there", () => {
    const waiting = described((hand) => {
      hand.prompt("x");
      hand.reply([call("toolu_1"), call("toolu_2", "Bash")]);
      hand.result("toolu_1");
    });
    expect(waiting.pendingToolUse).toEqual({ id: "toolu_2", name: "Bash", line: 2 });
  });

  test("tokens counted once per message, by the line with the greatest output", () => {
    const usage = (output: number) => ({
      usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 7, cache_creation_input_tokens: 4 },
    });
    const { tokens } = described((hand) => {
      hand.prompt("x");
      for (const output of [1, 50, 50, 2])
        hand.reply([], { message: { id: "m1", model: "m", content: [text("a")], ...usage(output) } });
      hand.reply([], { message: { id: "m2", model: "m", content: [text("b")], ...usage(3) } });
    });
    expect(tokens).toEqual({ input: 20, output: 53, cacheRead: 14, cacheWrite5m: 8, cacheWrite1h: 0 });
  });

  test("a model that is not the client's own stand-in", () => {
    const { model } = described((hand) => {
      hand.prompt("x");
      hand.reply([text("a")]);
      hand.reply([], { message: { id: "m2", model: "<synthetic>", content: [text("API Error")] } });
    });
    expect(model).toBe("claude-opus-4-5");
  });
});
