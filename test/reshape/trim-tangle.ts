// Random choices -> a session with whatever clients write: calls one by one and side by side, twigs, branches, blanks, odd ends.
import fc from "fast-check";
import type { JsonObject } from "../../src/format/index.ts";
import type { CallRule, TrimIntention } from "../../src/reshape/index.ts";
import { type Craft, call, craft, text } from "../craft.ts";
import { shapes } from "./woven.ts";

const stepKinds = [
  "text",
  "calls",
  "tree",
  "thinking",
  "blank",
  "attachment",
  "progress",
  "system",
  "meta",
  "queued",
  "unanswered",
  "mixed",
  "picture",
  "state",
] as const;
type Step = { readonly kind: (typeof stepKinds)[number]; readonly size: number; readonly count: number };
type Turn = { readonly steps: readonly Step[]; readonly start: "typed" | "pasted" | "branch" | "compacted" };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...stepKinds),
  size: fc.constantFrom(0, 1, 50, 300, 3000),
  count: fc.integer({ min: 1, max: 3 }),
});
const turn: fc.Arbitrary<Turn> = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  start: fc.constantFrom("typed", "typed", "typed", "typed", "pasted", "branch", "compacted"),
});

export const tangledText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...shapes), fc.array(turn, { minLength: 1, maxLength: 7 }))
  .map(([shape, turns]) => {
    const made = craft(shape);
    const weaver = weaverOn(made);
    for (const [index, one] of turns.entries()) weaver(one, index + 1);
    return made.text();
  });

const picture: JsonObject = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
};
const tools = ["Read", "Bash", "Edit", "Grep", "mcp__loom__spin"];

function weaverOn(made: Craft): (turn: Turn, number: number) => void {
  let calls = 0;
  let last = "";
  const ends: string[] = [];

  function answers(kind: "calls" | "tree", { size, count }: Step): void {
    const messageId = `msg_c${calls}`;
    const ids = Array.from({ length: count }, () => `toolu_${(calls += 1)}`);
    const isOneLine = size === 50;
    const lines = isOneLine
      ? ids.map(() => "")
      : ids.map((id) =>
          made.reply([call(id, tools[calls % tools.length], { file_path: `/home/ada/loom/${id}.ts` })], { messageId }),
        );
    if (isOneLine)
      last = made.reply([{ type: "thinking", thinking: "hm", signature: "s" }, ...ids.map((id) => call(id, "Read"))], {
        messageId,
      });
    ids.forEach((id, at) => {
      const line = isOneLine ? last : (lines[at] ?? "");
      const copy = size > 100 ? { toolUseResult: { stdout: "x".repeat(size), stderr: "" } } : {};
      last = made.result(id, {
        content: "x".repeat(size),
        ...copy,
        ...(kind === "tree" ? { parentUuid: line, sourceToolAssistantUUID: line } : {}),
      });
      if (size === 300)
        last = made.link("attachment", { attachment: { type: "hook_success", hookEvent: "PostToolUse", content: "" } });
    });
  }

  function weaveStep(one: Step, number: number): void {
    switch (one.kind) {
      case "text":
        last = made.reply([text(`words ${number} ${"w ".repeat(one.size)}`)]);
        return;
      case "calls":
      case "tree":
        return answers(one.kind, one);
      case "thinking": {
        const messageId = `msg_t${calls}_${number}`;
        last = made.reply([{ type: "thinking", thinking: "t".repeat(one.size), signature: "s" }], { messageId });
        if (one.count > 1) last = made.reply([text("thus")], { messageId });
        return;
      }
      case "blank":
        last = made.reply([text("\n\n")]);
        return;
      case "attachment":
        last = made.link("attachment", {
          attachment: { type: one.count > 1 ? "date_change" : "prompt_snapshot", newDate: "2026-01-06" },
        });
        return;
      case "progress":
        last = made.link("progress", { data: { type: "hook_progress" } });
        return;
      case "system":
        last = made.link("system", {
          subtype: one.count > 1 ? "local_command" : "turn_duration",
          content: "<local-command-stdout>x</local-command-stdout>",
        });
        return;
      case "meta":
        last = made.prompt("Base directory of the skill", { isMeta: true });
        return;
      case "queued":
        last = made.link("attachment", { attachment: { type: "queued_command", prompt: `also ${number}` } });
        return;
      case "unanswered":
        last = made.reply([call(`toolu_${(calls += 1)}`, "Bash")]);
        return;
      case "mixed": {
        const id = `toolu_${(calls += 1)}`;
        made.reply([text("one moment"), call(id, "Bash")]);
        last = made.prompt([{ type: "tool_result", tool_use_id: id, content: [picture] }, text("and this")]);
        return;
      }
      case "picture": {
        const id = `toolu_${(calls += 1)}`;
        made.reply([call(id, "Read")]);
        last = made.result(id, { content: [picture, text("seen")] });
        return;
      }
      case "state":
        made.state("mode", { mode: "plan" });
    }
  }

  return ({ steps, start }, number) => {
    const said = start === "pasted" ? [text(`prompt ${number}`), picture] : `prompt ${number}`;
    const branch = start === "branch" ? ends[0] : undefined;
    if (start === "compacted" && last !== "") {
      made.link("system", {
        subtype: "compact_boundary",
        parentUuid: null,
        logicalParentUuid: last,
        compactMetadata: { trigger: "auto", preTokens: 1 },
      });
      made.prompt("It was summed up.", { isCompactSummary: true });
    }
    last = made.prompt(said, branch === undefined ? {} : { parentUuid: branch });
    for (const one of steps) weaveStep(one, number);
    ends.push(last);
  };
}

const reach = fc.option(fc.record({ keepTurns: fc.integer({ min: 0, max: 3 }) }), { nil: undefined });
const rule: fc.Arbitrary<CallRule> = fc.record(
  {
    action: fc.constantFrom("keep", "stub", "remove"),
    overBytes: fc.constantFrom(0, 100, 2000),
    keepTurns: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: ["action"] },
);

/** Members that are undefined are left out: absent is absent. */
export const anyIntention: fc.Arbitrary<TrimIntention> = fc
  .record({
    calls: fc.array(rule, { maxLength: 3 }),
    thinking: reach,
    images: reach,
    pastedImages: fc.constant(undefined),
    attachments: reach,
    progress: fc.constantFrom("removed" as const, undefined),
    requestBlobs: fc.constantFrom("removed" as const, undefined),
    copies: fc.constantFrom("files" as const, "all" as const, undefined),
    deadWeight: fc.constantFrom("removed" as const, undefined),
  })
  .map(({ calls, thinking, images, attachments, progress, requestBlobs, copies, deadWeight }) => ({
    calls,
    ...(thinking === undefined ? {} : { thinking }),
    ...(images === undefined ? {} : { images }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(progress === undefined ? {} : { progress }),
    ...(requestBlobs === undefined ? {} : { requestBlobs }),
    ...(copies === undefined ? {} : { copies }),
    ...(deadWeight === undefined ? {} : { deadWeight }),
  }));
