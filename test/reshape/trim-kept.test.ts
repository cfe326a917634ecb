// What trimming leaves alone: what people said, what is still needed, and what stands on the protected list.
import { describe, expect, it } from "vitest";
import { type TrimIntention, isIdlePlan, planTrim, trimPreset } from "../../src/reshape/index.ts";
import { type Craft, call, craft, open, text } from "../craft.ts";
import { sourceOf, supply } from "./engine-source.ts";
import { newProblems, planOf, promptsOf, textIn, trimmed } from "./reshaped.ts";
import { weave } from "./woven.ts";

describe("whatever is asked", () => {
  const everything: TrimIntention = {
    ...trimPreset("strong"),
    calls: [{ action: "remove" }],
    thinking: { keepTurns: 0 },
    images: { keepTurns: 0 },
    attachments: { keepTurns: 0 },
  };

  function check(name: string, make: (made: Craft) => void, kept: string): void {
    it(`${name} stays`, () => {
      const made = craft("2.1.325");
      made.prompt("begin");
      make(made);
      made.prompt("go on");
      made.reply([text("gone on")]);
      const after = trimmed(made.bytes(), everything);
      expect(textIn(after)).toContain(kept);
      expect(newProblems(made.bytes(), after)).toEqual([]);
    });
  }

  check(
    "an answer that a person gave to a question",
    (made) => {
      made.reply([call("q1", "AskUserQuestion")]);
      made.result("q1", { content: "User has answered: blue", toolUseResult: { answers: { colour: "blue" } } });
    },
    '"answers":{"colour":"blue"}',
  );
  check(
    "what a person said when refusing",
    (made) => {
      made.reply([call("t1", "Write")]);
      made.prompt([
        {
          type: "tool_result",
          tool_use_id: "t1",
          is_error: true,
          content: "The user doesn't want to proceed with this tool use. The user said: use tabs",
        },
      ]);
    },
    "use tabs",
  );
  check(
    "where the whole output was saved",
    (made) => {
      made.reply([call("t1", "Bash")]);
      made.result("t1", {
        content: "<persisted-output>\nFull output saved to: /x/tool-results/b1.txt\n</persisted-output>",
      });
    },
    "tool-results/b1.txt",
  );
  check(
    "a result that loads a tool",
    (made) => {
      made.reply([call("t1", "ToolSearch")]);
      made.result("t1", { content: [{ type: "tool_reference", tool_name: "WebFetch" }] });
    },
    "tool_reference",
  );
  check(
    "a prompt that waited in the queue",
    (made) => {
      made.reply([call("t1", "Bash")]);
      made.result("t1");
      made.link("attachment", { attachment: { type: "queued_command", prompt: "and quickly" } });
      made.reply([text("ok")]);
    },
    "and quickly",
  );
  check(
    "a picture that a person pasted",
    (made) => {
      made.prompt([
        text("see"),
        { type: "image", source: { type: "base64", media_type: "image/png", data: "cGFzdGVk" } },
      ]);
      made.reply([text("seen")]);
    },
    "cGFzdGVk",
  );
  check(
    "what a person wrote beside a result",
    (made) => {
      made.reply([call("t1", "Bash")]);
      made.prompt([{ type: "tool_result", tool_use_id: "t1", content: "out ".repeat(100) }, text("and mind the gap")]);
      made.reply([text("ok")]);
    },
    "and mind the gap",
  );

  it("the calls that the model has not gone on from stay", () => {
    const made = craft("2.1.325");
    made.prompt("begin");
    made.reply([call("t1", "Read")]);
    made.result("t1", { content: "x".repeat(5000) });
    expect(isIdlePlan(planOf(made.bytes(), (source, supply) => planTrim(source, everything, supply)))).toBe(true);
  });

  it("a damaged line and the calls in it stay", () => {
    const made = craft("2.1.325");
    made.prompt("begin");
    made.reply([call("t1", "Read")]);
    const lines = made.text().trimEnd().split("\n");
    made.result("t1", { content: "x".repeat(5000) });
    const torn = made
      .text()
      .trimEnd()
      .split("\n")
      .slice(lines.length)
      .map((line) => `${line},{"half`);
    made.prompt("on");
    const rest = made
      .text()
      .trimEnd()
      .split("\n")
      .slice(lines.length + 1);
    const bytes = Buffer.from([...lines, ...torn, ...rest].join("\n").concat("\n"));
    expect(textIn(trimmed(bytes, everything))).toContain(torn[0] ?? "?");
  });

  it("pasted pictures go only when they are named", () => {
    const before = weave("2.0.36", 4).bytes();
    const pictures = (bytes: Uint8Array): number => textIn(bytes).split("iVBORw0KGgo=iVBOR").length - 1;
    const without = trimmed(before, { pastedImages: { keepTurns: 0 } });
    expect(pictures(without)).toBeLessThan(pictures(before));
    expect(promptsOf(without).map((said) => said.replace("\n[image removed]", ""))).toEqual(promptsOf(before));
  });
});

describe("the protected list", () => {
  const before = weave("2.1.45", 6).bytes();
  const nobody = { tools: [], turns: [], uuids: [], paths: [] };
  const left = (protect: Partial<TrimIntention["protect"]>): readonly string[] => {
    const after = trimmed(before, { calls: [{ action: "remove" }], protect: { ...nobody, ...protect } });
    return open(after)
      .log.nodes.flatMap((node) => node.calls.map(({ id }) => id))
      .sort();
  };

  it("keeps a tool's calls", () =>
    expect(left({ tools: ["Grep"] })).toEqual([1, 2, 3, 4, 5, 6].map((turn) => `toolu_b${turn}`)));
  it("keeps the calls of tools by the beginning of their name", () =>
    expect(left({ tools: ["Gre*"] })).toHaveLength(6));
  it("keeps a turn", () => expect(left({ turns: [2] })).toEqual(["a", "b", "c", "d"].map((name) => `toolu_${name}2`)));
  it("keeps an entry with its call", () => {
    const entry = open(before).log.nodes.find((node) => node.results.some(({ callId }) => callId === "toolu_c3"));
    expect(left({ uuids: [entry?.id ?? "?"] })).toEqual(["toolu_c3"]);
  });
  it("keeps the calls that name a file or a folder", () => {
    expect(left({ paths: ["src/part-4.ts"] })).toEqual(["toolu_a4", "toolu_d4"]);
    expect(left({ paths: ["src/"] })).toHaveLength(12);
  });

  it.each([
    ["a tool", { ...nobody, tools: ["Gerp"] }, "no call of a tool Gerp in this session", "Grep"],
    ["a turn", { ...nobody, turns: [40] }, "no turn 40 in this session", "1 to 6"],
    ["an entry", { ...nobody, uuids: ["e1x"] }, "no entry e1x in this session", "e1"],
    [
      "a path",
      { ...nobody, paths: ["part-4"] },
      "no call of this session names the path part-4",
      "/home/ada/loom/src/part-4.ts",
    ],
  ] as const)("says which %s it does not find, and what is near", (_, protect, ...told) => {
    const planned = planTrim(sourceOf(before), { protect }, supply());
    const found = planned.ok ? [] : [planned.problem, planned.choices.find((choice) => choice === told[1])];
    expect(found).toEqual(told);
  });

  it("says which tool a rule does not find", () => {
    const planned = planTrim(sourceOf(before), { calls: [{ action: "stub", tools: ["bsh"] }] }, supply());
    expect(planned).toMatchObject({ ok: false, choices: ["Read", "Grep", "Bash", "Edit"] });
  });
});
