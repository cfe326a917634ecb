// Logs that say all they said in another shape than clients write: it is sent again, and a second repair finds nothing.
import { describe, expect, test } from "vitest";
import { type JsonObject, arrayField, field, isObject, objectField } from "../../src/format/index.ts";
import { craft, text, timeAt } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { bytes, changed, conversation, entriesOf, joined, without } from "./repair-check.ts";

const lines = conversation();
const at = (place: number): string => lines[place] ?? "";
const with_ = (place: number, line: string): string => joined(lines.with(place, line));
const all = (edit: (line: string, place: number) => string): string => joined(lines.map(edit));
const sent = (log: string | Uint8Array): string =>
  JSON.stringify(requestOf(typeof log === "string" ? bytes(log) : log));
const message = (place: number): JsonObject =>
  objectField(entriesOf(bytes(`${at(place)}\n`))[0] ?? {}, "message") ?? {};
const said = (place: number, content: JsonObject[string]): string =>
  changed(at(place), { message: { ...message(place), content } });

const spread = (line: string): string => JSON.stringify(JSON.parse(line), undefined, 2);

function check(damaged: string | Uint8Array): Uint8Array {
  const result = repaired(typeof damaged === "string" ? bytes(damaged) : damaged);
  expect(result.isIdle).toBe(false);
  expect(repaired(result.bytes).plan.steps).toEqual([]);
  return result.bytes;
}

describe("all is sent as it was", () => {
  const call = { type: "tool_use", id: "t1", name: "Read", input: {} };
  test.each([
    ["no type on a prompt", with_(6, without(at(6), "type"))],
    ["no type on a call", with_(3, without(at(3), "type"))],
    ["a type in capitals", all((line) => line.replace('"type":"user"', '"type":"USER"'))],
    ["people called human", all((line) => line.replace('"type":"user"', '"type":"human"'))],
    ["one block in place of a list", with_(2, said(2, { type: "text", text: "Looking." }))],
    ["a list as an object", with_(2, said(2, { 0: { type: "text", text: "Looking." } }))],
    ["strings in place of blocks", with_(2, said(2, ["Looking."]))],
    ["a block without a type", with_(2, said(2, [{ text: "Looking." }]))],
    ["a message that is a string", with_(6, changed(at(6), { message: "And in the other one?" }))],
    [
      "a result as the model's",
      with_(4, changed(at(4), { type: "assistant", message: { ...message(4), role: "assistant" } })),
    ],
    ["an input that is a string", with_(3, said(3, [{ ...call, input: JSON.stringify(inputOf(3)) }]))],
    ["entries over several lines each", all((line) => spread(line))],
    ["one entry over several lines", with_(3, spread(at(3)))],
    ["a list of entries over several lines", `[\n${lines.map((line) => spread(line)).join(",\n")}\n]\n`],
    ["parents in a list", all((line) => line.replace(/"parentUuid":("[^"]+")/, '"parentUuid":[$1]'))],
    [
      "parents as a database writes them",
      all((line) => line.replace(/"parentUuid":("[^"]+")/, '"parentUuid":{"$oid":$1}')),
    ],
    ["all parents undefined", all((line) => changed(line, { parentUuid: "undefined" }))],
    [
      "prompts without a parent, in words",
      all((line, place) => (place === 6 ? changed(line, { parentUuid: "None" }) : line)),
    ],
    [
      "no ids at all",
      all((line) =>
        changed(line, { uuid: "[REDACTED]", parentUuid: "[REDACTED]", sourceToolAssistantUUID: "[REDACTED]" }),
      ),
    ],
    ["a result on what was said before its call", with_(8, changed(at(8), { parentUuid: "ask" }))],
    ["no parents and one time", all((line) => changed(line, { parentUuid: null, timestamp: timeAt(0) }))],
    [
      "a result without a parent, all at one time",
      all((line, place) => changed(line, { timestamp: timeAt(0), ...(place === 8 ? { parentUuid: null } : {}) })),
    ],
  ])("%s", (_, damaged) => {
    expect(sent(check(damaged))).toBe(sent(joined(lines)));
  });
});

describe("a log that was written in UTF-16", () => {
  // With signs of two bytes that are told apart by their order alone.
  const log = joined(
    lines.map((line, place) =>
      place === 6 ? changed(line, { message: { ...message(6), content: "Nə\u4e8e\u{1f9f6}?" } }) : line,
    ),
  );
  const le = Buffer.from(log, "utf16le");
  const marked = (mark: string, wide: Buffer): Uint8Array => Buffer.concat([Buffer.from(mark, "hex"), wide]);
  test.each([
    ["with its mark", marked("fffe", le)],
    ["without one", marked("", le)],
    ["the other way round", marked("feff", Buffer.from(le).swap16())],
    ["the other way round, without a mark", marked("", Buffer.from(le).swap16())],
    [
      "from some line on",
      Buffer.concat([
        Buffer.from(joined(lines.slice(0, 4))),
        Buffer.from(log.slice(joined(lines.slice(0, 4)).length), "utf16le"),
      ]),
    ],
    ["with CR LF", marked("fffe", Buffer.from(log.replaceAll("\n", "\r\n"), "utf16le"))],
  ])("%s", (_, damaged) => {
    expect(sent(check(damaged))).toBe(sent(log));
  });
});

function inputOf(place: number): JsonObject[string] {
  const [block] = arrayField(message(place), "content") ?? [];
  return isObject(block) ? (field(block, "input") ?? {}) : {};
}

test("a first prompt that lost its words gets a note in their place", () => {
  const result = check(with_(0, changed(at(0), { message: { role: "user", content: null } })));
  expect(sent(result)).toContain("[the prompt that stood here was lost]");
});

test("what hangs on a line of an unknown type hangs on what that one hangs on", () => {
  const unknown = changed(at(5), { type: "future-note", uuid: "unknown", message: null, parentUuid: "answer" });
  const log = joined([...lines.slice(0, 6), unknown, changed(at(6), { parentUuid: "unknown" }), ...lines.slice(7)]);
  expect(entriesOf(check(log)).find(({ uuid }) => uuid === "ask2")?.["parentUuid"]).toBe("answer");
});

describe("a compaction stays one", () => {
  const log = craft();
  log.prompt("Old question?", { uuid: "old" });
  log.reply([text("Old answer.")], { uuid: "oldAnswer" });
  log.link("system", {
    uuid: "boundary",
    parentUuid: null,
    logicalParentUuid: "oldAnswer",
    subtype: "compact_boundary",
    compactMetadata: { trigger: "auto", preTokens: 9 },
  });
  log.prompt("Summary of all.", { uuid: "summary", isCompactSummary: true });
  log.reply([text("Going on.")], { uuid: "on" });
  const sound = log.text();
  const compacted = sound.trimEnd().split("\n");
  test.each([
    ["its boundary is lost", joined(compacted.toSpliced(2, 1))],
    ["its boundary is torn", joined(compacted.with(2, compacted[2]?.slice(0, 60) ?? ""))],
    ["its boundary lost its name", joined(compacted.with(2, without(compacted[2], "subtype")))],
  ])("where %s", (_, damaged) => {
    expect(sent(check(damaged))).toBe(sent(sound));
  });

  test("where its summary begins without one, nothing is to be done", () => {
    const alone = joined(compacted.toSpliced(2, 1).with(2, changed(compacted[3], { parentUuid: null })));
    expect(repaired(bytes(alone)).isIdle).toBe(true);
  });
});

test("a torn line is not taken for one that was lost further down", () => {
  const torn = at(1).slice(0, 120);
  const log = joined([at(0), torn, ...lines.slice(2, 5), ...lines.slice(6)]);
  const entries = entriesOf(check(log));
  expect(entries.find(({ uuid }) => uuid === "say")?.["parentUuid"]).toBe("ask");
  expect(entries.find(({ uuid }) => uuid === "ask2")?.["parentUuid"]).toBe("got");
});

test("a parent that is lost behind a clock that was set back is what stands in front", () => {
  const back = lines.map((line, place) =>
    place < 6 ? line : changed(line, { timestamp: `2026-01-01T00:00:0${place}.000Z` }),
  );
  const result = check(joined(back.toSpliced(5, 1)));
  expect(entriesOf(result).find(({ uuid }) => uuid === "ask2")?.["parentUuid"]).toBe("got");
});
