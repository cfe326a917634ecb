// Trims of compacted and rewound sessions: only what is sent is made smaller; what stands in front of a compaction can be brought back whole.
import { describe, expect, it, test } from "vitest";
import { planTrim, planUncompress, trimPreset } from "../../src/reshape/index.ts";
import { type Craft, call, craft, text } from "../craft.ts";
import { planOf, requestOf, reshaped, textIn, trimmed } from "./reshaped.ts";
import { compact, weave } from "./woven.ts";

const strong = {
  ...trimPreset("strong"),
  calls: [{ action: "remove" as const }],
  thinking: { keepTurns: 0 },
  images: { keepTurns: 0 },
  attachments: { keepTurns: 0 },
};

function compacted(behind: (made: Craft) => void): Uint8Array {
  const made = weave("2.1.325", 3);
  const last = made.reply([text("The end of that.")]);
  compact(made, last);
  behind(made);
  return made.bytes();
}

function goOn(made: Craft): void {
  made.prompt("and now?");
  made.reply([call("toolu_late")], { messageId: "msg_late" });
  made.result("toolu_late", { content: "late words ".repeat(500) });
  made.reply([text("So it is.")], { messageId: "msg_end" });
}

const undone = (bytes: Uint8Array): string =>
  JSON.stringify(requestOf(reshaped(bytes, (source, supply) => planUncompress(source, { later: "dropped" }, supply))));

describe("a trim of a compacted session", () => {
  test.each([
    ["strong", strong],
    ["of results", { calls: [{ action: "stub" as const }] }],
  ])("%s leaves what the compaction stands for, so that it can be brought back", (_, intention) => {
    const before = compacted(goOn);
    const after = trimmed(before, intention);
    expect(undone(after)).toBe(undone(before));
    expect(JSON.stringify(requestOf(after))).not.toContain("late words");
  });

  it("has nothing to do where nothing that is sent is of that kind", () => {
    const before = compacted((made) => {
      made.prompt("and now?");
      made.reply([text("So it is.")]);
    });
    const { calls, thinking } = strong;
    const plan = planOf(before, (source, supply) => planTrim(source, { calls, thinking }, supply));
    expect(plan.placed).toHaveLength(1);
    expect(plan.dropped).toEqual([]);
  });

  it("still takes away what only makes the file larger", () => {
    expect(textIn(trimmed(compacted(goOn), strong))).not.toContain("api-request-blob");
  });
});

it("A trim leaves a branch that was left as it is", () => {
  const made = craft("2.1.325");
  const fork = made.prompt("one");
  made.reply([call("toolu_left")]);
  made.result("toolu_left", { content: "left words ".repeat(500) });
  made.reply([text("left")]);
  made.prompt("two", { parentUuid: fork });
  made.reply([call("toolu_live")]);
  made.result("toolu_live", { content: "live words ".repeat(500) });
  made.reply([text("live")]);
  const after = textIn(trimmed(made.bytes(), { calls: [{ action: "stub" }] }));
  expect(after).toContain("left words left words");
  expect(after).not.toContain("live words");
});

it("A trim tells of every line that it drops", () => {
  const made = craft("2.1.325");
  made.prompt("one");
  made.reply([text("first")]);
  const silent = made.link("attachment", { attachment: { type: "hook_success", hookEvent: "Stop", content: "" } });
  made.state("last-prompt", { leafUuid: silent, lastPrompt: "one" });
  made.prompt("two");
  made.reply([text("second")]);
  const { steps, dropped } = planOf(made.bytes(), (source, supply) => planTrim(source, trimPreset("light"), supply));
  expect(dropped).toHaveLength(2);
  expect(steps.map(({ code, count }) => [code, count])).toEqual([
    ["trim-weight", 1],
    ["gone-leaf", 1],
  ]);
});
