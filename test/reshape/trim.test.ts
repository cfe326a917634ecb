// Trimming: what goes, what stays whatever is asked, and that clients of four versions accept the result.
import { describe, expect, it } from "vitest";
import { type JsonObject, blocksOf, field, objectField, plainText } from "../../src/format/index.ts";
import { isIdlePlan, planTrim, trimPreset, trimPresets } from "../../src/reshape/index.ts";
import { call, craft, open, text } from "../craft.ts";
import {
  errorsOf,
  lostParents,
  newProblems,
  planOf,
  promptsOf,
  rawLines,
  requestOf,
  rulesOf,
  textIn,
  trimmed,
  typesOf,
  versions,
} from "./reshaped.ts";
import { shapes, weave } from "./woven.ts";

const cases = shapes.flatMap((shape) => trimPresets.map((preset) => [shape, preset] as const));

describe.each(cases)("a session of %s trimmed by the preset %s", (shape, preset) => {
  const before = weave(shape, 9).bytes();
  const after = trimmed(before, trimPreset(preset));

  it("is smaller", () => expect(after.length).toBeLessThan(before.length * 0.9));
  it("has every prompt, word for word", () => expect(promptsOf(after)).toEqual(promptsOf(before)));
  it("has no parent that is not there", () => expect(lostParents(after)).toBe(0));
  it("has no error", () => expect(errorsOf(after)).toEqual([]));
  it("is accepted by clients of all versions", () => expect(newProblems(before, after)).toEqual([]));
  it("is not changed by the same again", () => {
    expect(isIdlePlan(planOf(after, (source, supply) => planTrim(source, trimPreset(preset), supply)))).toBe(true);
  });
});

describe.each(shapes)("the preset light on a session of %s", (shape) => {
  const before = weave(shape, 4).bytes();
  const after = trimmed(before, trimPreset("light"));

  it("changes nothing of what the newest client sends", () => expect(requestOf(after)).toEqual(requestOf(before)));
  it("leaves no progress line, no recorded request and no copy of a file", () => {
    expect(typesOf(after).filter((type) => /^(progress|api-request.*)$/.test(type))).toEqual([]);
    expect(textIn(after)).not.toMatch(/prompt_snapshot|originalFile|"file":\{/);
  });
});

describe("results", () => {
  const before = weave("2.0.36", 8).bytes();

  it("become a note that names the call and the size", () => {
    const after = trimmed(before, { calls: [{ action: "stub", tools: ["Read"], keepTurns: 5 }] });
    expect(textIn(after)).toMatch(/"\[result removed: Read src\/part-1\.ts, 3,\d\d\d bytes\]"/);
    expect(textIn(after)).not.toContain("[result removed: Grep");
    expect(textIn(after)).not.toContain("[result removed: Read src/part-4.ts");
  });

  it("become a note only when they are larger than asked for", () => {
    const notes = (overBytes: number): number =>
      textIn(trimmed(before, { calls: [{ action: "stub", overBytes }] })).split("[result removed").length - 1;
    expect([notes(0), notes(1500), notes(1_000_000)]).toEqual([32, 8, 0]);
  });

  it("lose the client's own copy with them", () => {
    const after = trimmed(before, { calls: [{ action: "stub", tools: ["Bash"] }] });
    const left = rawLines(after).filter((raw) => resultIn(raw).startsWith("[result removed"));
    expect(left).toHaveLength(8);
    expect(left.filter((raw) => Object.hasOwn(raw, "toolUseResult"))).toEqual([]);
  });
});

const resultIn = (raw: JsonObject): string =>
  blocksOf(field(objectField(raw, "message") ?? {}, "content"))
    .flatMap((block) => (block.type === "tool_result" ? [plainText(block.content)] : []))
    .join();

describe("calls that go", () => {
  const before = weave("2.1.325", 4).bytes();

  it("go with their results, and a note counts them where the model goes on speaking", () => {
    const after = trimmed(before, { calls: [{ action: "remove", keepTurns: 1 }] });
    expect(textIn(after)).toContain("[4 tool calls removed: Read, Grep, Bash, Edit]");
    const { log } = open(after);
    expect(log.nodes.flatMap((node) => node.calls)).toHaveLength(4);
    expect(log.nodes.flatMap((node) => node.results)).toHaveLength(4);
  });

  it("leave prompt and answer to take turns where nothing else was said", () => {
    const roles = requestOf(trimmed(before, { calls: [{ action: "remove" }] })).map(({ role }) => role);
    // In even turns the model spoke before its calls and after them.
    expect(roles.join(" ")).toBe("user assistant user assistant assistant user assistant user assistant assistant");
  });

  it("leave a note alone between two prompts", () => {
    const made = craft("2.0.36");
    made.prompt("one");
    made.reply([call("t1", "Read"), call("t2", "Read")]);
    made.result("t1");
    made.result("t2");
    made.prompt("two");
    made.reply([text("done")]);
    const messages = requestOf(trimmed(made.bytes(), { calls: [{ action: "remove" }] }));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(JSON.stringify(messages)).toContain("[2 tool calls removed: Read x2]");
  });

  it("go in part when a rule names only some of a message's calls", () => {
    const after = trimmed(before, { calls: [{ action: "remove", tools: ["Grep"] }] });
    expect(newProblems(before, after)).toEqual([]);
    expect(requestOf(after).length).toBe(requestOf(before).length);
  });

  it("take the thinking of a message with them that has nothing else to say", () => {
    const after = trimmed(before, { calls: [{ action: "remove", tools: ["Edit"] }] });
    expect(textIn(after)).not.toContain('"thinking":"edit 1"');
    expect(textIn(after)).toContain('"thinking":"look 1"');
  });
});

describe("what is not asked for", () => {
  const before = weave("2.1.325", 3).bytes();

  it("gives a plan without anything to do", () => {
    expect(isIdlePlan(planOf(before, (source, supply) => planTrim(source, {}, supply)))).toBe(true);
  });

  it("stays byte for byte, but for the parents of what hung on lines that went and the mark of an untrue count", () => {
    const after = trimmed(before, { thinking: { keepTurns: 1 } });
    const hung = /^\{"parentUuid":(null|"[^"]*")/;
    const known = new Set(
      textIn(before)
        .split("\n")
        .map((line) => line.replace(hung, "")),
    );
    const lines = textIn(after).split("\n");
    const bare = lines.map((line) => line.replace(hung, "").replace(',"clewRecounted":true', ""));
    expect(bare.filter((line) => !known.has(line))).toEqual([]);
    expect(lines.length).toBeLessThan(known.size);
  });

  it.each(versions)("is sent by %s as before", (version) => {
    const after = trimmed(weave("2.0.36", 3).bytes(), { copies: "all", deadWeight: "removed" });
    expect(requestOf(after, rulesOf(version))).toEqual(requestOf(weave("2.0.36", 3).bytes(), rulesOf(version)));
  });
});
