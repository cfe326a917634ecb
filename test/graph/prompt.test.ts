// What stands in a user entry -> what sort of prompt it is, one line of data each.
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/format/index.ts";
import { type PromptKind, promptKinds } from "../../src/graph/index.ts";
import { type Craft, type Fields, call, craft, open, text } from "../craft.ts";

const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "" } };
const result = { type: "tool_result", tool_use_id: "toolu_1", content: "done" };
const selection = "<ide_selection>The user selected the lines 1 to 2 from /w/a.ts: x</ide_selection>";
const opened = "<ide_opened_file>The user opened the file /w/a.ts in the IDE.</ide_opened_file>";
const command = "<command-name>/review</command-name>\n<command-message>review</command-message>";
const notice = "<task-notification>\n<task-id>a1</task-id>\n<status>completed</status></task-notification>";

type Case = { readonly what: string; readonly content: Json; readonly fields: Fields; readonly kind: PromptKind };
const rows: readonly (readonly [string, Json, Fields, PromptKind])[] = [
  ["words", "Hello", {}, "typed"],
  ["words in a list, as a fork writes them", [text("Hello")], {}, "typed"],
  ["an image with words", [image, text("What is this?")], {}, "typed"],
  ["an image alone", [image], {}, "typed"],
  ["words typed in the terminal", "Hello", { promptSource: "typed", entrypoint: "cli" }, "typed"],
  ["words from a program", "Hello", { promptSource: "sdk", entrypoint: "sdk-cli" }, "sdk"],
  ["words from a program of an older version", "Hello", { entrypoint: "sdk-ts" }, "sdk"],
  ["words typed into a program's session", "Hello", { promptSource: "typed", entrypoint: "sdk-cli" }, "typed"],
  ["a selection and words", [text(selection), text("Explain")], {}, "ide_selection"],
  ["a selection in one text", `${selection}\nExplain`, {}, "ide_selection"],
  ["an opened file and words", [text(opened), text("Explain")], {}, "ide_opened_file"],
  ["a command", command, {}, "command"],
  ["a command, message first", "<command-message>x</command-message>\n<command-name>/x</command-name>", {}, "command"],
  ["shell input", "<bash-input>ls</bash-input>", {}, "bash_input"],
  ["shell output", "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", {}, "local_command_output"],
  ["output of a local command", "<local-command-stdout>ok</local-command-stdout>", {}, "local_command_output"],
  ["errors of a local command", "<local-command-stderr>no</local-command-stderr>", {}, "local_command_output"],
  ["a caveat", "<local-command-caveat>Caveat: ...</local-command-caveat>", { isMeta: true }, "caveat"],
  ["an older caveat", "Caveat: The messages below were generated", { isMeta: true }, "meta"],
  ["a note nobody typed", "[Image: source: /tmp/1.png]", { isMeta: true }, "meta"],
  ["the summary of a compaction", "This session is being continued", { isCompactSummary: true }, "compact_summary"],
  ["a task's notification", notice, {}, "task_notification"],
  ["a notification told by its origin", "Agent done", { origin: { kind: "task-notification" } }, "task_notification"],
  ["a teammate's message", '<teammate-message teammate_id="lead">Hello</teammate-message>', {}, "teammate"],
  ["an interruption", [text("[Request interrupted by user]")], {}, "interruption"],
  ["an interruption in a tool", "[Request interrupted by user for tool use]", {}, "interruption"],
  ["a result", [result], {}, "tool_result"],
  ["a result with words behind it", [result, text("and then?")], {}, "tool_result"],
  ["an agent's task", "Count the files", { isSidechain: true }, "agent_task"],
  ["words about a command", "What does <command-name> mean?", {}, "typed"],
  ["words about an interruption", "Why [Request interrupted by user]?", {}, "typed"],
  ["nothing", "", {}, "typed"],
  ["an empty list", [], {}, "typed"],
  ["no content at all", null, {}, "typed"],
];

const cases: readonly Case[] = rows.map(([what, content, fields, kind]) => ({ what, content, fields, kind }));

const kindsIn = (hand: Craft): readonly (PromptKind | undefined)[] =>
  open(hand.bytes()).log.nodes.map(({ prompt }) => prompt);

describe("a prompt of", () => {
  test.each(cases)("$what is told as such", ({ content, fields, kind }) => {
    const hand = craft();
    hand.prompt(content, fields);
    expect(kindsIn(hand)).toEqual([kind]);
  });
});

describe("a prompt is told by what stands around it:", () => {
  test("a meta line right below a command is what the command expands to", () => {
    const hand = craft();
    hand.prompt(command);
    hand.prompt("Review the changes.", { isMeta: true });
    hand.prompt("Something else", { isMeta: true });
    expect(kindsIn(hand)).toEqual(["command", "command_expansion", "meta"]);
  });

  test("words that waited in the queue are queued, whatever blanks surround them", () => {
    const hand = craft();
    hand.state("queue-operation", { operation: "enqueue", content: "Later \n" });
    hand.state("queue-operation", { operation: "remove", content: "Never" });
    hand.prompt("Later");
    hand.prompt("Never");
    expect(kindsIn(hand)).toEqual(["queued", "typed"]);
  });

  test("words are not queued before they were put into the queue", () => {
    const hand = craft();
    hand.prompt("Later");
    hand.state("queue-operation", { operation: "enqueue", content: "Later" });
    expect(kindsIn(hand)).toEqual(["typed"]);
  });

  test("an attachment with a queued command is a queued prompt or a notification", () => {
    const hand = craft();
    hand.link("attachment", { attachment: { type: "queued_command", prompt: "Also this" } });
    hand.link("attachment", { attachment: { type: "queued_command", prompt: [text("And this")] } });
    hand.link("attachment", { attachment: { type: "queued_command", prompt: notice } });
    hand.link("attachment", { attachment: { type: "queued_command", prompt: "x", commandMode: "task-notification" } });
    hand.link("attachment", { attachment: { type: "date", prompt: "x" } });
    expect(kindsIn(hand)).toEqual(["queued", "queued", "task_notification", "task_notification", undefined]);
  });

  test("nothing but user entries and queued commands is a prompt", () => {
    const hand = craft();
    hand.reply([text("Hello"), call("toolu_1")]);
    hand.link("system", { subtype: "local_command", content: command });
    hand.link("progress", { data: { type: "hook_progress" } });
    expect(kindsIn(hand)).toEqual([undefined, undefined, undefined]);
  });

  test("there is a case for every kind", () => {
    const elsewhere: readonly PromptKind[] = ["queued", "command_expansion"];
    expect([...new Set([...cases.map(({ kind }) => kind), ...elsewhere])].toSorted()).toEqual(
      [...promptKinds].toSorted(),
    );
  });
});
