// Logs whose lines name wrong parents, stand in wrong places or belong elsewhere -> the request of the sound log again, by few changes.
import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, isObject } from "../../src/format/index.ts";
import { call, craft, open, sessionId, text, timeAt } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { type Row, bytesOf, checkMended, rowsOf } from "./repair-rows.ts";

/** Two turns, the first with a call; a branch that was left hangs on its answer. */
function conversation(): readonly Row[] {
  const made = craft();
  made.prompt("first");
  made.reply([call("t1")], { messageId: "m1" });
  made.result("t1");
  const answer = made.reply([text("one")], { messageId: "m2" });
  made.prompt("left");
  made.reply([text("left too")], { messageId: "m3" });
  made.prompt("second", { parentUuid: answer });
  made.reply([text("two")], { messageId: "m4" });
  return rowsOf(made);
}

const sound = conversation();

describe("lines of another session", () => {
  const other = conversation()
    .concat(conversation())
    .map((row, index) => ({
      ...row,
      uuid: `f${index + 1}`,
      parentUuid: index === 0 ? null : `f${index}`,
      sessionId: "99999999-2222-4333-8444-555555555555",
    }));
  test.each([
    ["in front", [...other.slice(0, 2), ...sound]],
    ["in the midst, more of them than of its own", [...sound.slice(0, 4), ...other, ...sound.slice(4)]],
    ["behind, more of them than of its own", [...sound, ...other]],
  ])("%s are set aside", (_, damaged) => checkMended(damaged, sound));
});

test("a rewind to where nothing was said yet is left alone", () => {
  const rewind = { type: "last-prompt", leafUuid: null, explicit: true, sessionId };
  const begun = { ...sound[0], uuid: "n1", parentUuid: null, timestamp: timeAt(60) } satisfies Row;
  const log = [...sound, rewind, begun, { ...sound[7], uuid: "n2", parentUuid: "n1", timestamp: timeAt(61) }];
  expect(repaired(bytesOf(log), "main", sessionId).isIdle).toBe(true);
});

test("the line that stands too early is moved, not all that it hangs on", () => {
  const leaf = sound.at(-1);
  if (leaf === undefined) throw new Error("no line");
  const damaged = [leaf, ...sound.slice(0, -1)];
  checkMended(damaged, sound);
  const { plan } = repaired(bytesOf(damaged), "main", sessionId);
  expect(plan.placed.filter(({ kind }) => kind !== "kept").length).toBeLessThanOrEqual(1);
});

test("a hook's line in the midst that lost its parent gets one", () => {
  const made = craft();
  made.prompt("first");
  made.reply([text("one")]);
  made.link("progress", { data: { type: "hook_progress" } });
  made.prompt("second");
  made.reply([text("two")]);
  const rows = rowsOf(made);
  checkMended(
    rows.map((row) => (row["type"] === "progress" ? { ...row, parentUuid: null } : row)),
    rows,
  );
});

test("what stands right behind the first prompt, written at the same time, is no new beginning", () => {
  const made = craft();
  made.prompt("look");
  made.prompt([text("[Image: /a.png]")], { isMeta: true, timestamp: timeAt(0) });
  made.reply([text("seen")]);
  const rows = rowsOf(made);
  checkMended(
    rows.map((row, index) => (index === 1 ? { ...row, parentUuid: null } : row)),
    rows,
  );
});

test("an answer behind an interruption goes to the result that waited for it", () => {
  const made = craft();
  made.prompt("first");
  const answer = made.reply([text("one")]);
  made.prompt("publish");
  made.reply([call("t1")], { messageId: "m2" });
  const result = made.result("t1");
  made.prompt("still there?", { parentUuid: answer });
  made.prompt([text("[Request interrupted by user]")]);
  made.reply([text("published")], { parentUuid: result });
  const rows = rowsOf(made);
  checkMended(
    rows.map((row, index) => (index === 7 ? { ...row, parentUuid: null } : row)),
    rows,
  );
});

/** A rewound branch that was interrupted, in the midst of a turn that goes on behind it. */
function interruptedBeside() {
  const made = craft();
  made.prompt("first");
  const answer = made.reply([text("one")]);
  made.prompt("look twice");
  const first = made.reply([call("t1")], { messageId: "m2" });
  made.reply([call("t2")], { messageId: "m2" });
  made.result("t1", { parentUuid: first, sourceToolAssistantUUID: first });
  made.result("t2", { parentUuid: "e4", sourceToolAssistantUUID: "e4" });
  made.reply([text("seen")], { messageId: "m3" });
  made.prompt("publish");
  made.reply([call("t3")], { messageId: "m4" });
  const result = made.result("t3");
  made.prompt("still there?", { parentUuid: answer });
  made.prompt([text("[Request interrupted by user]")]);
  made.reply([text("published")], { parentUuid: result, messageId: "m5" });
  return { rows: rowsOf(made), resultAt: 10 };
}

test("an answer behind an interruption whose result is gone goes to the call that has none", () => {
  const { rows, resultAt } = interruptedBeside();
  const { bytes } = repaired(bytesOf(rows.filter((_, index) => index !== resultAt)), "main", sessionId);
  const sent = JSON.stringify(requestOf(bytes));
  for (const said of ["seen", "publish", "t3", "published"]) expect(sent).toContain(`"${said}"`);
  expect(sent).not.toContain("still there?");
  expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
});

test("where all uuids are gone, nobody answers the note of an interruption", () => {
  const { rows } = interruptedBeside();
  checkMended(
    rows.map(({ uuid: _, ...row }) => row),
    rows,
  );
});

test("a first prompt that lost its parent hangs on the hook's line in front of it", () => {
  const made = craft();
  made.link("progress", { data: { type: "hook_progress", hookEvent: "SessionStart" } });
  made.prompt("first");
  made.reply([text("one")]);
  const rows = rowsOf(made);
  const broken = rows.map((row, index) => (index === 1 ? { ...row, parentUuid: "gone" } : row));
  const { bytes } = repaired(bytesOf(broken), "main", sessionId);
  expect(new TextDecoder().decode(bytes)).toBe(new TextDecoder().decode(bytesOf(rows)));
});

test("what hung on a first line that was torn off begins the conversation", () => {
  const made = craft();
  made.prompt("run it", { isMeta: true });
  made.prompt("first");
  made.reply([text("one")]);
  const [first, ...rest] = rowsOf(made);
  const torn = new TextEncoder().encode(`${JSON.stringify(first).slice(30)}\n`);
  const { bytes } = repaired(Buffer.concat([torn, bytesOf(rest)]), "main", sessionId);
  const [begins] = new TextDecoder().decode(bytes).split("\n");
  expect(begins).toContain('"parentUuid":null');
  expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
});

test("two entries with one uuid part, and those that hang on each go with it", () => {
  const made = craft();
  made.prompt("first");
  made.link("attachment", { attachment: { type: "date_change", newDate: "2026-01-06" } });
  made.link("attachment", { attachment: { type: "date_change", newDate: "2026-01-07" } });
  made.reply([call("t1")], { messageId: "m1" });
  made.reply([call("t2")], { messageId: "m1" });
  made.result("t2");
  made.result("t1", { parentUuid: "e4", sourceToolAssistantUUID: "e4" });
  made.reply([text("done")]);
  const rows = rowsOf(made);
  const twin = (id: Json | undefined): Json => (id === "e4" ? "e2" : (id ?? null));
  checkMended(
    rows.map((row) => ({ ...row, uuid: twin(row["uuid"]), parentUuid: twin(row["parentUuid"]) })),
    rows,
  );
});

describe("a text without a letter", () => {
  const blank = (content: Json, at: number): readonly Row[] =>
    sound.map((row, index) => (index === at ? { ...row, message: { ...messageOf(row), content } } : row));
  test.each<readonly [string, readonly Row[]]>([
    ["in an answer beside another is taken out", blank([text("one"), text(" \n")], 3)],
    ["as a prompt is marked as such", blank("   ", 6)],
  ])("%s", (_, damaged) => {
    const { bytes, plan } = repaired(bytesOf(damaged), "main", sessionId);
    expect(plan.steps.map(({ code }) => code)).toEqual(["empty-text"]);
    expect(JSON.stringify(requestOf(bytes))).not.toMatch(/"text":"\s*"/);
    expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
  });
});

test("a note in the place of a lost first prompt has its uuid, and leaves no parent that is not there", () => {
  const made = craft();
  made.link("progress", { data: { type: "hook_progress" } });
  made.raw('{"par');
  made.reply([text("one")], { parentUuid: "lost" });
  made.prompt("second");
  made.reply([text("two")]);
  const { bytes } = repaired(made.bytes(), "main", sessionId);
  const { session, log } = open(bytes);
  expect(session.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(log.nodes.filter(({ parent }) => parent !== undefined && !log.byId.has(parent))).toEqual([]);
});

test("byte order marks are taken out however many there are", () => {
  const marks = new TextEncoder().encode("\uFEFF\uFEFF// an excerpt\n");
  const { bytes } = repaired(Buffer.concat([marks, bytesOf(sound)]), "main", sessionId);
  expect(bytes[0]).toBe("/".codePointAt(0));
  expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
});

const messageOf = (row: Row): JsonObject => {
  const message: unknown = row["message"];
  return isObject(message) ? message : {};
};

test("another project's session in front of an excerpt is set aside; in the same folder it may be what a fork began with", () => {
  const excerpt = sound.map((row, index) => (index === 0 ? { ...row, parentUuid: "elsewhere" } : row));
  const other = (cwd: string) =>
    conversation().map((row, index) => ({
      ...row,
      cwd,
      uuid: `f${index + 1}`,
      parentUuid: index === 0 ? null : `f${index}`,
      sessionId: "99999999-2222-4333-8444-555555555555",
    }));
  checkMended([...other("/srv/other"), ...excerpt], excerpt);
  const { bytes } = repaired(bytesOf([...other("/home/ada/loom"), ...excerpt]), "main", sessionId);
  expect(requestOf(bytes).length).toBeGreaterThan(requestOf(bytesOf(excerpt)).length);
});
