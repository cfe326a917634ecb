// Damage to calls, results and contents: everything that was said is sent again, and nothing that no client could send is left.
import { describe, expect, test } from "vitest";
import { call, craft, text } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { bytes, changed, check, checkWhole, conversation, entriesOf, joined, lineage } from "./repair-check.ts";

const lines = conversation();
const at = (place: number): string => lines[place] ?? "";
const with_ = (place: number, line: string): string => joined(lines.with(place, line));
const message = (id: string | undefined, content: unknown): string =>
  JSON.stringify({
    ...(id === undefined ? {} : { id }),
    type: "message",
    role: "assistant",
    model: "claude-opus-4-5",
    content,
  });
const said = (place: number, words: string): string => {
  const from = at(place).indexOf('"message":') + 10;
  const to = at(place).indexOf(',"type":"assistant"');
  return at(place).slice(0, from) + words + at(place).slice(to);
};

describe("calls and results", () => {
  test("a call without a result in the midst gets one that says so", () => {
    const damaged = joined(
      lines.toSpliced(4, 1).map((line) => line.replace('"parentUuid":"got"', '"parentUuid":"use"')),
    );
    const { bytes: result } = check(damaged, ["open-call"]);
    expect(entriesOf(result)[4]).toMatchObject({
      parentUuid: "use",
      sourceToolAssistantUUID: "use",
      timestamp: "2026-01-02T03:04:08.001Z",
      message: {
        content: [{ type: "tool_result", tool_use_id: "t1", is_error: true, content: "[no result was recorded]" }],
      },
    });
    expect(lineage(result)).toHaveLength(lines.length);
  });

  test("the last call is left to the client, which answers it", () => {
    expect(repaired(bytes(joined(lines.slice(0, 8)))).isIdle).toBe(true);
  });

  test("a result whose call is gone keeps what it says, behind a call that stands for the lost one", () => {
    const { bytes: result } = check(joined(lines.toSpliced(3, 1)), ["dangling-parent", "orphan-result"]);
    const stand = entriesOf(result)[3];
    expect(stand).toMatchObject({
      uuid: "use",
      parentUuid: "say",
      message: { id: "m1", content: [{ id: "t1", name: "Unknown" }] },
    });
    expect(requestOf(result)).toHaveLength(requestOf(bytes(joined(lines))).length);
  });

  test("a result that hangs behind a later message hangs on its call again", () => {
    const moved = changed(at(4), { parentUuid: "answer" });
    const answer = changed(at(5), { parentUuid: "use" });
    const next = changed(at(6), { parentUuid: "got" });
    checkWhole(joined(lines.toSpliced(4, 3, answer, moved, next)), ["result-not-adjacent", "result-not-adjacent"]);
  });

  test("a result that only stands too late in the file is moved", () => {
    checkWhole(joined([...lines.toSpliced(4, 1), at(4)]), ["result-not-adjacent"]);
  });

  test("a call id that is used twice is kept by the first, and the second pair gets its own", () => {
    const damaged = joined(lines.map((line, place) => (place > 6 ? line.replaceAll('"t2"', '"t1"') : line)));
    const { bytes: result } = check(damaged, ["duplicate-call"]);
    const fresh = "toolu_00000000000040009000000000000001";
    expect(entriesOf(result)[7]).toMatchObject({ message: { content: [{ id: fresh }] } });
    expect(entriesOf(result)[8]).toMatchObject({ message: { content: [{ tool_use_id: fresh }] } });
  });
});

describe("a call id that one response uses twice", () => {
  const log = (other: ReturnType<typeof call>): string => {
    const made = craft();
    made.prompt("Look");
    const use = made.reply([call("t1", "Glob", { pattern: "a*" })], { messageId: "m1" });
    const twin = made.reply([other], { messageId: "m1" });
    made.result("t1", { parentUuid: use, content: "a.txt" });
    made.result("t1", { parentUuid: twin, content: "b.txt" });
    made.reply([text("Two.")]);
    return made.text();
  };

  test("stays with the first, and the other call is sent too", () => {
    const { bytes: result } = check(log(call("t1", "Glob", { pattern: "b*" })), ["duplicate-call"]);
    const [fresh, sent] = ["toolu_00000000000040009000000000000001", JSON.stringify(requestOf(result))];
    expect(entriesOf(result)[2]).toMatchObject({ message: { content: [{ id: fresh }] } });
    expect(entriesOf(result)[4]).toMatchObject({ message: { content: [{ tool_use_id: fresh, content: "b.txt" }] } });
    for (const words of ["a*", "b*", "a.txt", "b.txt"]) expect(sent).toContain(words);
  });

  test("is left alone where the response was written down twice", () => {
    expect(repaired(bytes(log(call("t1", "Glob", { pattern: "a*" })))).isIdle).toBe(true);
  });

  test("stays with the first of one line, and the last result goes with the other", () => {
    const made = craft();
    made.prompt("Look");
    made.reply([call("t1", "Glob", { pattern: "a*" }), call("t1", "Glob", { pattern: "b*" })]);
    const block = (content: string) => ({ type: "tool_result", tool_use_id: "t1", content });
    made.prompt([block("a.txt"), block("b.txt")]);
    made.reply([text("Two.")]);
    const { bytes: result } = check(made.text(), ["duplicate-call"]);
    const fresh = "toolu_00000000000040009000000000000001";
    expect(entriesOf(result)[1]).toMatchObject({ message: { content: [{ id: "t1" }, { id: fresh }] } });
    expect(entriesOf(result)[2]).toMatchObject({
      message: { content: [{ tool_use_id: "t1" }, { tool_use_id: fresh, content: "b.txt" }] },
    });
  });
});

describe("contents", () => {
  test("a missing message id is that of the request", () => {
    const { bytes: result } = check(with_(2, said(2, message(undefined, [text("Looking.")]))), ["missing-message-id"]);
    expect(entriesOf(result)[2]).toMatchObject({ message: { id: "m1" } });
  });

  test("words that are a string become a block", () => {
    const { bytes: result } = check(with_(5, said(5, message("m2", "One file."))), ["string-content"]);
    expect(entriesOf(result)[5]).toMatchObject({ message: { content: [text("One file.")] } });
  });

  test("an empty text goes, and a message that has nothing else says so", () => {
    const beside = check(with_(5, said(5, message("m2", [text(""), text("One file.")]))), ["empty-text"]);
    expect(entriesOf(beside.bytes)[5]).toMatchObject({ message: { content: [text("One file.")] } });
    const alone = check(with_(5, said(5, message("m2", [text("")]))), ["empty-text"]);
    expect(entriesOf(alone.bytes)[5]).toMatchObject({ message: { content: [text("(no content)")] } });
  });

  test("a call of the server without its result goes, and one with its result stays", () => {
    const use = { type: "server_tool_use", id: "s1", name: "web_search", input: {} };
    const found = { type: "web_search_tool_result", tool_use_id: "s1", content: [] };
    const { plan, bytes: result } = check(with_(5, said(5, message("m2", [use, text("Hm.")]))), ["server-call"]);
    expect(entriesOf(result)[5]).toMatchObject({ message: { content: [text("Hm.")] } });
    expect(plan.dropped).toMatchObject([{ line: 6, setAside: true }]);
    expect(repaired(bytes(with_(5, said(5, message("m2", [use, found, text("Hm.")]))))).isIdle).toBe(true);
  });

  test("an image too large to send is replaced by a note", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(5_300_000) } };
    const log = craft();
    log.prompt("Look");
    log.reply([call("t1")]);
    log.result("t1", { content: [image] });
    log.reply([text("Large.")]);
    const { bytes: result } = check(log.text(), ["large-image"]);
    const note = "[an image of 5.1 MB stood here: more than can be sent]";
    expect(entriesOf(result)[2]).toMatchObject({ message: { content: [{ content: [text(note)] }] } });
  });

  test("thinking before another message begins is taken out, thinking that was cut short is left", () => {
    const thought = (uuid: string, parentUuid: string): string =>
      changed(at(1), { uuid, parentUuid }).replace('"m1"', `"${uuid}"`).replace('"r1"', `"${uuid}"`);
    const answer = changed(at(5), { parentUuid: "silent2" });
    const damaged = joined(lines.toSpliced(5, 1, thought("silent", "got"), thought("silent2", "silent"), answer));
    const { plan, bytes: result } = check(damaged, ["thinking-only", "thinking-only"]);
    expect(entriesOf(result)).toEqual(entriesOf(bytes(joined(lines))));
    expect(requestOf(result)).toEqual(requestOf(bytes(damaged)));
    expect(plan.dropped.map(({ line, setAside }) => [line, setAside])).toEqual([
      [6, true],
      [7, true],
    ]);
    expect(repaired(bytes(joined(lines.slice(0, 2)))).isIdle).toBe(true);
  });
});
