// Entries along the path -> turns and rounds: where a turn begins, how, and which messages it holds.
import { describe, expect, test } from "vitest";
import type { Round, Turn } from "../../src/graph/index.ts";
import { type Craft, call, craft, open, text, timeAt } from "../craft.ts";

const roundWords = ({ messageId, start, lines, calls }: Round): string =>
  `${messageId} ${start} ${lines.join("+")}${calls.length === 0 ? "" : ` ${calls.length} calls`}`;
const turnWords = ({ label, start, prompt, rounds }: Turn): string =>
  `${label} ${start} ${prompt?.kind ?? "nobody"}: ${rounds.map(roundWords).join(", ")}`;

function check(make: (hand: Craft) => void, expected: readonly string[]): void {
  const hand = craft();
  make(hand);
  expect(open(hand.bytes()).session.turns.map(turnWords)).toEqual(expected);
}

const minutes = (count: number): { readonly timestamp: string } => ({ timestamp: timeAt(count * 60) });
const hi = [text("Hi")];

describe("a turn", () => {
  const cases: readonly (readonly [string, (hand: Craft) => void, readonly string[]])[] = [
    [
      "begins a session, then a round right behind it",
      (hand) => {
        hand.prompt("One", minutes(0));
        hand.reply(hi, { ...minutes(1), messageId: "m1" });
        hand.prompt("Two", minutes(6));
        hand.reply(hi, { ...minutes(7), messageId: "m2" });
      },
      ["1 new_session typed: m1 new_session 2", "2 new_round typed: m2 new_round 4"],
    ],
    [
      "is a return after more than five minutes of silence",
      (hand) => {
        hand.prompt("One", minutes(0));
        hand.reply(hi, { ...minutes(1), messageId: "m1" });
        hand.prompt("Two", { timestamp: timeAt(361) });
        hand.reply(hi, { ...minutes(7), messageId: "m2" });
      },
      ["1 new_session typed: m1 new_session 2", "2 resume typed: m2 resume 4"],
    ],
    [
      "goes on with results: only its first round begins it",
      (hand) => {
        hand.prompt("One");
        hand.reply([text("So:")], { messageId: "m1" });
        hand.reply([call("toolu_1")], { messageId: "m1" });
        hand.result("toolu_1");
        hand.reply([call("toolu_2"), call("toolu_3")], { messageId: "m2" });
        hand.result("toolu_2");
        hand.result("toolu_3");
        hand.reply(hi, { messageId: "m3" });
      },
      ["1 new_session typed: m1 new_session 2+3 1 calls, m2 continue 5 2 calls, m3 continue 8"],
    ],
    [
      "holds the lines of a message that other lines came between as one round",
      (hand) => {
        hand.prompt("One");
        hand.reply([call("toolu_1")], { messageId: "m1" });
        hand.result("toolu_1");
        hand.reply([call("toolu_2")], { messageId: "m1" });
        hand.result("toolu_2");
      },
      ["1 new_session typed: m1 new_session 2+4 2 calls"],
    ],
    [
      "does not begin at notes, results, commands of the client's own, notifications and interruptions",
      (hand) => {
        hand.prompt("One");
        hand.reply(hi, { messageId: "m1" });
        hand.prompt("[Request interrupted by user]");
        hand.prompt("<local-command-caveat>x</local-command-caveat>", { isMeta: true });
        hand.prompt("<command-name>/cost</command-name>");
        hand.prompt("<local-command-stdout>$1</local-command-stdout>");
        hand.prompt("<bash-input>ls</bash-input>");
        hand.prompt("<task-notification>done</task-notification>");
        hand.prompt("Summary", { isCompactSummary: true });
        hand.reply(hi, { messageId: "m2" });
      },
      ["1 new_session typed: m1 new_session 2, m2 continue 10"],
    ],
    [
      "begins at a command that expands, at a queued prompt and at a program's",
      (hand) => {
        hand.prompt("<command-name>/review</command-name>");
        hand.prompt("Review the changes.", { isMeta: true });
        hand.reply(hi, { messageId: "m1" });
        hand.link("attachment", { attachment: { type: "queued_command", prompt: "Also this" } });
        hand.reply(hi, { messageId: "m2" });
        hand.prompt("Go", { promptSource: "sdk" });
      },
      ["1 new_session command: m1 new_session 3", "2 new_round queued: m2 new_round 5", "3 new_round sdk: "],
    ],
    [
      "without a prompt stands in front of the first one as turn 0",
      (hand) => {
        hand.reply(hi, { messageId: "m1" });
        hand.prompt("One");
      },
      ["0 new_session nobody: m1 new_session 1", "1 new_round typed: "],
    ],
  ];
  test.each(cases)("%s", (_what, make, expected) => check(make, expected));

  test("on a branch is numbered from 1 behind the branch's own number", () => {
    const hand = craft();
    hand.prompt("One");
    hand.reply(hi);
    hand.prompt("Wrong");
    hand.reply(hi);
    hand.prompt("More of it");
    hand.prompt("Right", { parentUuid: "e2" });
    const [branch] = open(hand.bytes()).session.branches;
    expect(branch?.turns.map(({ label, prompt }) => [label, prompt?.preview])).toEqual([
      ["B1.1", "Wrong"],
      ["B1.2", "More of it"],
    ]);
  });

  test("of an agent's log begins at the agent's task", () => {
    const hand = craft();
    hand.prompt("Count", { isSidechain: true });
    hand.reply(hi, { isSidechain: true, messageId: "m1" });
    const { session } = open(hand.bytes(), { scope: "agent" });
    expect(session.turns.map(turnWords)).toEqual(["1 new_session agent_task: m1 new_session 2"]);
  });

  test("shows 200 characters of its prompt and never half of one", () => {
    const hand = craft();
    hand.prompt(`  ${"a".repeat(199)}😀😀`);
    expect(open(hand.bytes()).session.turns[0]?.prompt?.preview).toBe("a".repeat(199));
  });
});

describe("a call", () => {
  const at = (make: (hand: Craft) => void) => {
    const hand = craft();
    hand.prompt("One");
    make(hand);
    return open(hand.bytes()).session.calls;
  };

  test("takes as long as it is from its line to its result, and never less than nothing", () => {
    const made = at((hand) => {
      hand.reply([call("toolu_1")], { timestamp: timeAt(1) });
      hand.result("toolu_1", { timestamp: timeAt(3.5) });
      hand.reply([call("toolu_2")], { timestamp: timeAt(5) });
      hand.result("toolu_2", { timestamp: timeAt(4) });
      hand.reply([call("toolu_3")], { timestamp: undefined });
      hand.result("toolu_3");
    });
    expect(made.map(({ durationMs }) => durationMs)).toEqual([2500, 0, undefined]);
  });

  test("has its result wherever that hangs, before it in the file too", () => {
    const made = at((hand) => {
      hand.result("toolu_1", { parentUuid: "e1" });
      hand.reply([call("toolu_1")], { parentUuid: "e1" });
    });
    expect(made.map(({ line, resultLine }) => [line, resultLine])).toEqual([[3, 2]]);
  });

  test("is not lost on a line that a later one with its uuid hides, nor on lines without uuid", () => {
    const made = at((hand) => {
      hand.reply([call("toolu_1")], { uuid: "d" });
      hand.result("toolu_1");
      hand.reply([call("toolu_2")], { uuid: "d", parentUuid: "e1" });
      hand.reply([call("toolu_3")], { uuid: undefined });
      hand.reply([call("toolu_4")], { uuid: undefined });
    });
    expect(made.map(({ id }) => String(id)).toSorted()).toEqual(["toolu_1", "toolu_2", "toolu_3", "toolu_4"]);
    expect(made.find(({ id }) => String(id) === "toolu_1")?.resultLine).toBe(3);
  });
});
