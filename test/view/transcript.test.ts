// Sessions -> the rows people see: one line of words for each row.
import { describe, expect, test } from "vitest";
import { type Row, transcript } from "../../src/view/index.ts";
import { type Craft, call, craft, open, text } from "../craft.ts";

function rowWords(row: Row): string {
  const head = `${row.line} ${row.kind}`;
  switch (row.kind) {
    case "turn":
      return `${head} ${row.label} ${row.prompt}: ${row.text}${row.images === 0 ? "" : ` +${row.images}`}`;
    case "text":
    case "thinking":
      return `${head}: ${row.text}`;
    case "call":
      return `${head} ${row.name}(${row.summary}) -> ${row.result ?? "none"}${row.isError ? " error" : ""}`;
    case "result":
      return `${head} ${row.callId ?? "?"}: ${row.text}`;
    case "compaction":
      return `${head} ${row.trigger ?? "?"} ${row.preTokens ?? "?"} ${row.postTokens ?? "?"}`;
    case "note":
      return `${head} ${row.about}: ${row.text}`;
  }
}

function check(make: (hand: Craft) => void, expected: readonly string[]): void {
  const hand = craft();
  make(hand);
  const { session, read } = open(hand.bytes());
  expect([...transcript(session.path, session.turns, { session, read })].map(rowWords)).toEqual(expected);
}

const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "" } };
const thought = (words: string) => ({ type: "thinking", thinking: words, signature: "c2ln" });

describe("the transcript", () => {
  const cases: readonly (readonly [string, (hand: Craft) => void, readonly string[]])[] = [
    [
      "shows a turn, thinking, text, and each call with its result",
      (hand) => {
        hand.prompt("Look");
        hand.reply([thought("hm")], { messageId: "m" });
        hand.reply([text("I will.")], { messageId: "m" });
        hand.reply([call("toolu_1", "Bash", { command: "ls" })], { messageId: "m" });
        hand.result("toolu_1", { content: "a.ts" });
        hand.reply([text("One file.")]);
      },
      ["1 turn 1 typed: Look", "2 thinking: hm", "3 text: I will.", "4 call Bash(ls) -> a.ts", "6 text: One file."],
    ],
    [
      "shows calls beside the chain and names what is no text in a result",
      (hand) => {
        hand.prompt("Look");
        hand.reply([call("toolu_1", "Read", { file_path: "a" })], { messageId: "m" });
        hand.reply([call("toolu_2", "Read", { file_path: "b" })], { messageId: "m" });
        hand.result("toolu_2", { content: [text("two"), image] });
        hand.result("toolu_1", { parentUuid: "e2", content: [{ type: "tool_reference" }] });
        hand.reply([text("Done")]);
      },
      ["1 turn 1 typed: Look", "2 call Read(a) -> [tool_reference]", "3 call Read(b) -> two\n[image]", "6 text: Done"],
    ],
    [
      "shows a call that waits, and one that failed",
      (hand) => {
        hand.prompt("Look");
        hand.reply([call("toolu_1", "Grep", { pattern: "x" })]);
        hand.prompt([{ type: "tool_result", tool_use_id: "toolu_1", content: "no", is_error: true }]);
        hand.reply([call("toolu_2", "Grep", { pattern: "y" })]);
      },
      ["1 turn 1 typed: Look", "2 call Grep(x) -> no error", "4 call Grep(y) -> none"],
    ],
    [
      "shows a result without call, and words beside a result",
      (hand) => {
        hand.prompt("Look");
        hand.result("toolu_9", { content: "lost" });
        hand.reply([call("toolu_1")]);
        hand.prompt([{ type: "tool_result", tool_use_id: "toolu_1", content: "no" }, text("Do it otherwise")]);
      },
      ["1 turn 1 typed: Look", "2 result toolu_9: lost", "3 call Read() -> no", "4 note user: Do it otherwise"],
    ],
    [
      "has no rows for blank texts and empty thoughts",
      (hand) => {
        hand.prompt("Look");
        hand.reply([text(""), text(" \n"), thought("")]);
      },
      ["1 turn 1 typed: Look"],
    ],
    ["counts pictures", (hand) => void hand.prompt([image, image, text("What?")]), ["1 turn 1 typed: What? +2"]],
    [
      "shows as notes what nobody asked for",
      (hand) => {
        hand.prompt("Look");
        hand.prompt("[Request interrupted by user]");
        hand.link("system", { subtype: "api_error", error: { message: "529", formatted: "529 Overloaded" } });
        hand.link("system", { subtype: "local_command", content: "<local-command-stdout>ok</local-command-stdout>" });
        hand.link("attachment", { attachment: { type: "hook_success", content: "fine" } });
        hand.reply([{ type: "redacted_thinking", data: "x" }, { type: "hologram" }]);
      },
      [
        "1 turn 1 typed: Look",
        "2 note interruption: [Request interrupted by user]",
        "3 note api_error: 529 Overloaded",
        "4 note local_command: <local-command-stdout>ok</local-command-stdout>",
        "5 note hook_success: fine",
        "6 note redacted_thinking: ",
        "6 note hologram: ",
      ],
    ],
    [
      "shows a queued prompt as a turn and a compaction by its cause and sizes",
      (hand) => {
        hand.prompt("Look");
        hand.reply([text("Hi")]);
        hand.link("attachment", { attachment: { type: "queued_command", prompt: "Also this" } });
        hand.link("system", {
          subtype: "compact_boundary",
          parentUuid: null,
          logicalParentUuid: "e3",
          compactMetadata: { trigger: "auto", preTokens: 9, postTokens: 3 },
        });
        hand.prompt("It went like this.", { isCompactSummary: true });
      },
      [
        "1 turn 1 typed: Look",
        "2 text: Hi",
        "3 turn 2 queued: Also this",
        "4 compaction auto 9 3",
        "5 note compact_summary: It went like this.",
      ],
    ],
  ];
  test.each(cases)("%s", (_what, make, expected) => check(make, expected));

  test("shows nothing of entries that cannot be read again", () => {
    const hand = craft();
    hand.prompt("Look");
    const { session } = open(hand.bytes());
    expect([...transcript(session.path, session.turns, { session, read: () => undefined })]).toEqual([]);
  });

  test("of a branch shows the branch's own turns", () => {
    const hand = craft();
    hand.prompt("One");
    hand.prompt("Wrong", { parentUuid: "e1" });
    hand.reply([text("Oh")]);
    hand.prompt("Right", { parentUuid: "e1" });
    const { log, session, read } = open(hand.bytes());
    const [branch] = session.branches;
    const nodes = log.nodes.filter(({ line }) => branch?.lines.includes(line));
    const rows = [...transcript(nodes, branch?.turns ?? [], { session, read })].map(rowWords);
    expect(rows).toEqual(["2 turn B1.1 typed: Wrong", "3 text: Oh"]);
  });
});
