// Entries -> the texts that a search looks at: whole, each in its kind, and none that is no text.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { otherTexts, textParts } from "../../src/graph/index.ts";

const user = (content: JsonObject[] | string, extra: JsonObject = {}): JsonObject => ({
  type: "user",
  message: { role: "user", content },
  ...extra,
});
const assistant = (...content: JsonObject[]): JsonObject => ({ type: "assistant", message: { content } });
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo" } };

const shown = (raw: JsonObject): readonly string[] =>
  textParts(raw).map(({ kind, role, text }) => `${kind} ${role}: ${text}`);

test.each<[string, JsonObject, readonly string[]]>([
  ["a typed prompt", user("Warp the beam."), ["prompt user: Warp the beam."]],
  ["a prompt with a picture", user([picture, { type: "text", text: "What is it?" }]), ["prompt user: What is it?"]],
  ["the client's own words", user("Caveat", { isMeta: true }), ["note user: Caveat"]],
  ["an answer", assistant({ type: "text", text: "Done." }), ["reply assistant: Done."]],
  [
    "thinking without its signature",
    assistant({ type: "thinking", thinking: "Hm.", signature: "c2ln" }),
    ["thinking assistant: Hm."],
  ],
  ["thinking that is not told", assistant({ type: "thinking", thinking: "", signature: "c2ln" }), []],
  [
    "every string of a call",
    assistant({
      type: "tool_use",
      id: "toolu_1",
      name: "Edit",
      input: { file_path: "/a", edits: [{ old: "b", at: 1 }] },
    }),
    ["call tool: /a\nb"],
  ],
  ["a result", user([{ type: "tool_result", tool_use_id: "toolu_1", content: "out" }]), ["result tool: out"]],
  [
    "a result of several texts and a picture",
    user([
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "text", text: "a" }, picture, { type: "text", text: "b" }],
      },
    ]),
    ["result tool: a\nb"],
  ],
  ["a summary", { type: "summary", summary: "Weaving" }, ["title system: Weaving"]],
  ["a title", { type: "custom-title", customTitle: "Loom" }, ["title user: Loom"]],
  [
    "a prompt that waited",
    { type: "attachment", attachment: { type: "queued_command", prompt: "And the weft?" } },
    ["prompt user: And the weft?"],
  ],
  [
    "what the client attached",
    { type: "attachment", attachment: { type: "file", content: { file: { content: "red\nblue" } } } },
    ["note system: red\nblue"],
  ],
  ["a type that is not known", { type: "frobnicate", text: "x" }, []],
])("%s", (_, raw, parts) => expect(shown(raw)).toEqual(parts));

test("a result knows its call and whether it failed", () => {
  const block = { type: "tool_result", tool_use_id: "toolu_9", is_error: true, content: "no" };
  expect(textParts(user([block]))).toMatchObject([{ callId: "toolu_9", isError: true, isHuman: false }]);
});

describe("other texts", () => {
  test("are what tools kept for the client, progress and snapshots", () => {
    const raw = user("x", { toolUseResult: { stdout: "made", originalFile: "before", lines: [1, "after"] } });
    expect(otherTexts(raw)).toEqual(["made", "before", "after"]);
    expect(otherTexts({ type: "progress", data: { output: "half" }, toolUseID: "t" })).toEqual(["half"]);
  });

  test("are not the envelope, pictures, or what is searched already", () => {
    const envelope = { uuid: "u", sessionId: "s", cwd: "/home/ada", gitBranch: "main", version: "2.1.325" };
    expect(otherTexts(user("x", envelope))).toEqual([]);
    expect(otherTexts({ type: "summary", summary: "Weaving", leafUuid: "u" })).toEqual([]);
    expect(otherTexts(user("x", { toolUseResult: { type: "image", file: { base64: "iVBOR" } } }))).toEqual([]);
  });

  test("of a million levels need no deep stack", () => {
    let deep: JsonObject = { end: "here" };
    for (let level = 0; level < 1_000_000; level++) deep = { deep };
    expect(otherTexts({ type: "user", toolUseResult: deep })).toEqual(["here"]);
  });
});
