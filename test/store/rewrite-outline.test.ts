// Sessions with long texts in every place -> what is sent, told from outlines: as heavy, as sound and as many messages as the whole.
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { checkRequest, requestSize } from "../../src/graph/index.ts";
import { openSource, requestOf, sentOf } from "../../src/store/index.ts";
import { type ScratchHome, scratchHome } from "./rewrite-home.ts";
import { sessionId } from "../craft.ts";

const homes: ScratchHome[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.remove();
});

type Sides = { readonly whole: object; readonly outlined: object; readonly marks: readonly string[] };

function sidesOf(lines: readonly object[]): Sides {
  const home = scratchHome({ sidecars: "none" });
  homes.push(home);
  writeFileSync(home.path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const opened = openSource(home.path, home.world);
  try {
    const request = requestOf(opened);
    const { size, violations, sent } = sentOf(opened);
    return {
      whole: { size: requestSize(request), violations: checkRequest(request), messages: request.length },
      outlined: { size, violations, messages: sent.length },
      marks: sent,
    };
  } finally {
    opened.close();
  }
}

/** A conversation in which this text stands in every place that a text may have. */
function lines(text: string): readonly object[] {
  let count = 0;
  let parentUuid: string | null = null;
  const entry = (type: string, more: object): object => {
    const uuid = `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString();
    const made = { parentUuid, isSidechain: false, type, uuid, timestamp, sessionId, version: "2.1.325", ...more };
    parentUuid = uuid;
    return made;
  };
  const user = (content: unknown, more: object = {}): object =>
    entry("user", { message: { role: "user", content }, ...more });
  const said = (id: string, content: readonly object[]): object =>
    entry("assistant", { message: { role: "assistant", id, model: "claude-opus-5-5", content } });
  const call = (id: string, input: unknown): object => ({ type: "tool_use", id, name: "Write", input });
  const result = (id: string, content: unknown): object => ({ type: "tool_result", tool_use_id: id, content });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: text } };
  return [
    user(text),
    said("m1", [{ type: "thinking", thinking: text, signature: text }]),
    said("m1", [{ type: "thinking", thinking: "", signature: text }]),
    said("m1", [{ type: "redacted_thinking", data: text }]),
    said("m1", [{ type: "text", text }]),
    said("m1", [call("t1", { file_path: text, deep: [{ edits: [{ old: text, [text]: 1 }] }] })]),
    user([result("t1", text)]),
    entry("attachment", { attachment: { type: "date_change", text }, rendered: [{ content: text }] }),
    said("m2", [call("t2", text)]),
    user([result("t2", [{ type: "text", text }, image, { type: "document", source: { data: text } }])]),
    said("m3", [call("t3", {})]),
    user([result("t3", { odd: text })]),
    said("m4", [{ type: "server_note", note: text }]),
    user([{ type: "text", text }, image, { type: "document", title: text }]),
    said("m5", [{ type: "text", text: "so it is" }]),
    user(`<task-notification>${text}</task-notification>`, { origin: { kind: "task-notification" } }),
    entry("system", { subtype: "local_command", content: text }),
    said("m6", [{ type: "text", text: "done" }]),
  ];
}

const long = (unit: string): string => unit.repeat(Math.ceil(400 / unit.length));

describe("what is sent, told from outlines", () => {
  it.each([
    ["plain", long("words and words ")],
    ["quoted", long('"a"\\b\n\t')],
    ["of other scripts", long("gewöhnlich ünd länger ")],
    ["of characters in two halves", long("🧵a")],
    ["of characters in two halves, one further", `a${long("🧵🧶")}`],
    ["of halves alone", long("\ud83e words ")],
    ["with white space in front", `${" ".repeat(80)}${long("words ")}`],
    ["with white space behind", `${long("words ")}${"\n".repeat(80)}`],
    ["of white space alone", " ".repeat(400)],
    ["with a reminder in front", `   <system-reminder>${long("words ")}</system-reminder>`],
    ["short", "words"],
  ])("weighs as much as the whole, with texts %s", (_name, text) => {
    const { whole, outlined } = sidesOf(lines(text));
    expect(outlined).toEqual(whole);
  });

  it("weighs as much as the whole, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 150, maxLength: 600 }), (text) => {
        const { whole, outlined } = sidesOf(lines(text));
        expect(outlined).toEqual(whole);
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it("differs where a text differs in its middle alone", () => {
    const [one, other] = [`${long("words ")}a${long("words ")}`, `${long("words ")}b${long("words ")}`];
    const [here, there] = [sidesOf(lines(one)).marks, sidesOf(lines(other)).marks];
    expect(here).toEqual(sidesOf(lines(one)).marks);
    expect(there[0]).not.toBe(here[0]);
  });
});
