// Results that stand behind what came after them, and the proof of a repair: nothing that was sent is lost without a word.
import { describe, expect, test } from "vitest";
import { buildRequest, newestRules } from "../../src/graph/index.ts";
import { type Judged, type Plan, judge } from "../../src/reshape/index.ts";
import { call, craft, open, text } from "../craft.ts";
import { rendered, repaired, sourceOf } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { bytes, changed, check, conversation, entriesOf, joined } from "./repair-check.ts";

/** Two calls one after the other, an answer and a second prompt. */
function rounds(): readonly string[] {
  const log = craft();
  log.prompt("Do it", { uuid: "ask" });
  log.reply([call("t1")], { uuid: "use1", messageId: "m1" });
  log.result("t1", { uuid: "got1", content: "first output" });
  log.reply([call("t2")], { uuid: "use2", messageId: "m2" });
  log.result("t2", { uuid: "got2", content: "second output" });
  log.reply([text("Done.")], { uuid: "answer", messageId: "m3" });
  log.prompt("Thanks", { uuid: "ask2" });
  log.reply([text("Bye.")], { uuid: "answer2", messageId: "m4" });
  return log.text().trimEnd().split("\n");
}

const judged = (log: Uint8Array): Judged => {
  const { session, read } = open(log);
  const { messages } = buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders: "shown" });
  return { session, request: messages };
};

const reasons = (plan: Plan, before: Uint8Array, after: Uint8Array): readonly string[] => {
  const verdict = judge(plan, { before: judged(before), after: judged(after) });
  return verdict.ok ? [] : verdict.reasons;
};

describe("results that stand late in the file", () => {
  const sound = rounds();
  const shuffled = (...places: readonly number[]): string => joined(places.map((place) => sound[place] ?? ""));

  test.each([
    ["both, each behind the next call", shuffled(0, 1, 3, 2, 5, 4, 6, 7)],
    ["both, at the end", shuffled(0, 1, 3, 5, 6, 7, 2, 4)],
    ["both, the later first", shuffled(0, 1, 3, 5, 4, 2, 6, 7)],
  ])("%s: are moved behind their calls, and nothing else is done", (_, late) => {
    const { plan, bytes: result } = check(late, ["result-not-adjacent", "result-not-adjacent"]);
    expect(new TextDecoder().decode(result)).toBe(joined(sound));
    expect(plan.dropped).toEqual([]);
    expect(reasons(plan, bytes(late), result)).toEqual([]);
  });

  test("do not bring a branch that was left to life", () => {
    const left = changed(sound[6], { uuid: "left", parentUuid: "use2", message: { role: "user", content: "left" } });
    const late = joined(
      [0, 1, 3]
        .map((place) => sound[place] ?? "")
        .concat(
          left,
          [2, 5, 4, 6, 7].map((place) => sound[place] ?? ""),
        ),
    );
    const { bytes: result } = repaired(bytes(late));
    expect(requestOf(result)).toEqual(requestOf(bytes(joined(sound))));
    expect(repaired(result).isIdle).toBe(true);
  });
});

describe("the proof of a repair", () => {
  const sound = joined(conversation());
  const source = sourceOf(bytes(sound));
  const owed = { but: 0 };
  const cut: Plan = {
    placed: [
      { kind: "kept", first: 1, last: 6 },
      { kind: "changed", line: 9, changes: [{ op: "set", path: ["message", "content", 0, "content"], value: "lost" }] },
    ],
    dropped: [7, 8, 10].map((line) => ({ line, reason: "unreadable", setAside: true })),
    steps: [],
  };
  const result = rendered(cut, source);

  test("misses what the source sent, unless a step took it out", () => {
    const lost = "4 of 9 blocks that the source sends would not be sent, 0 are set aside";
    expect(reasons({ ...cut, owed }, bytes(sound), result)).toContain(lost);
    expect(reasons({ ...cut, owed: { but: 4 } }, bytes(sound), result).join()).not.toContain("blocks");
    expect(reasons(cut, bytes(sound), result).join()).not.toContain("blocks");
  });

  test("counts neither ids nor thinking nor what clients put in by themselves", () => {
    const other = sound.replaceAll('"t1"', '"t9"').replace('"thinking":"Look."', '"thinking":"Hm."');
    const idle: Plan = { placed: [{ kind: "kept", first: 1, last: 10 }], dropped: [], steps: [], owed };
    expect(reasons(idle, bytes(sound), bytes(other))).toEqual([]);
    expect(reasons(idle, bytes(sound), bytes(sound.replace("a.txt", "c.txt")))).toEqual([
      "1 of 9 blocks that the source sends would not be sent, 0 are set aside",
    ]);
  });

  test("lets a warning pass that comes with fewer errors", () => {
    const torn = conversation().toSpliced(7, 0, '{"parentUuid":"ask2","isSidechain":false,"message":{"ro');
    const mended = conversation().with(9, changed(conversation()[9], { isMeta: true }));
    const leaf = JSON.stringify({ type: "last-prompt", leafUuid: "nobody", sessionId: "s" });
    const plan: Plan = {
      placed: [
        { kind: "kept", first: 1, last: 7 },
        { kind: "kept", first: 9, last: 10 },
        { kind: "changed", line: 11, changes: [] },
        { kind: "added", entry: {} },
      ],
      dropped: [{ line: 8, reason: "torn", setAside: true }],
      steps: [],
    };
    const [before, after] = [bytes(joined(torn)), bytes(joined([...mended, leaf]))];
    expect(reasons({ ...plan, owed }, before, after)).toEqual([]);
    expect(reasons(plan, before, after)).toHaveLength(1);
  });

  test("takes every repair of a small conversation's damage", () => {
    const left = changed(conversation()[6], { uuid: "left", message: { role: "user", content: "taken back" } });
    const pointer = JSON.stringify({ type: "last-prompt", leafUuid: "left", sessionId: "s" });
    const damaged = bytes(joined([...conversation().toSpliced(6, 0, left), pointer]));
    const { plan, bytes: mended } = repaired(damaged);
    expect(plan.owed).toEqual({ but: 1 });
    expect(reasons(plan, damaged, mended)).toEqual([]);
    expect(entriesOf(mended).at(-1)).toMatchObject({ leafUuid: "answer2" });
  });

  test("does not ask for a branch that was left and that only a gap led to", () => {
    const turn = { turnPosition: { promptIndex: 0, turnIndex: 2 } };
    const lines = conversation();
    const left = changed(lines[6], { ...turn, uuid: "left", message: { role: "user", content: "taken back" } });
    const asked = changed(lines[6], { ...turn, parentUuid: "nobody" });
    const damaged = bytes(joined(lines.toSpliced(6, 1, left, asked)));
    const { plan, bytes: mended } = repaired(damaged);
    expect(JSON.stringify(requestOf(damaged))).toContain("taken back");
    expect(JSON.stringify(requestOf(mended))).not.toContain("taken back");
    expect(reasons(plan, damaged, mended)).toEqual([]);
    expect(plan.owed).toEqual({ but: 1 });
  });

  test("does not ask for the note of a branch that was left, glued to the line that went on", () => {
    const log = craft();
    log.prompt("first");
    const answer = log.reply([text("one")]);
    log.prompt("publish");
    const going = log.reply([call("t1")], { messageId: "m2" });
    const result = log.result("t1", { parentUuid: going });
    log.prompt("taken back", { parentUuid: answer });
    log.prompt([text("[Request interrupted by user]")]);
    log.reply([text("published")], { parentUuid: result, messageId: "m3" });
    log.reply([text("as you asked")], { messageId: "m4" });
    const lines = log.text().trimEnd().split("\n");
    const damaged = bytes(joined([...lines.slice(0, 6), `${lines[6] ?? ""} ${lines[7] ?? ""}`, ...lines.slice(8)]));
    const { plan, bytes: mended } = repaired(damaged);
    expect(JSON.stringify(requestOf(damaged))).toContain("taken back");
    expect(requestOf(mended)).toEqual(requestOf(bytes(joined(lines))));
    expect(reasons(plan, damaged, mended)).toEqual([]);
  });

  test("does not ask for a branch that was left where the client could not reach what the log ends with", () => {
    const log = craft();
    log.prompt("first");
    const answer = log.reply([text("one")]);
    log.prompt("taken back");
    log.reply([text("left")], { messageId: "m2" });
    log.link("system", { subtype: "turn_duration", parentUuid: answer });
    const lines = log.text().trimEnd().split("\n");
    const nameless = JSON.stringify({ ...entriesOf(bytes(`${lines[1]}\n`))[0], uuid: undefined });
    const damaged = bytes(joined(lines.toSpliced(1, 1, nameless)));
    const { plan, bytes: mended } = repaired(damaged);
    expect(JSON.stringify(requestOf(damaged))).toContain("taken back");
    expect(requestOf(mended)).toEqual(requestOf(bytes(joined(lines))));
    expect(plan.owed).toEqual({ but: 2 });
    expect(reasons(plan, damaged, mended)).toEqual([]);
  });

  test("does not ask for what was sent only because the last line could not be read", () => {
    const lines = conversation();
    const anew = changed(lines[0], { uuid: "anew", timestamp: "2026-01-02T03:00:00.000Z" });
    const damaged = bytes(joined([...lines.slice(0, 9), `${lines[9] ?? ""}${anew}`]));
    const { plan, bytes: mended } = repaired(damaged);
    expect(requestOf(mended)).toEqual(requestOf(bytes(`${anew}\n`)));
    expect(reasons(plan, damaged, mended)).toEqual([]);
  });
});
