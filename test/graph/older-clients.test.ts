// Calls by the names that tools once had, plans, local commands at the end -> what each client sends for them.
import { describe, expect, it } from "vitest";
import { type RequestMessage, buildRequest, conversationOf, linkNodes, rulesFor } from "../../src/graph/index.ts";
import { type Craft, call, craft, open } from "../craft.ts";

function sent(made: Craft, version: string): readonly RequestMessage[] {
  const rules = rulesFor(version);
  if (rules === undefined) throw new Error(`no version: ${version}`);
  const { log, read } = open(made.bytes());
  const { nodes } = conversationOf({ log, links: linkNodes(log), rules });
  return buildRequest(nodes, { read, rules, reminders: "left-out" }).messages;
}

const names = ["KillShell", "BashOutputTool", "AgentOutputTool", "Task", "BashOutput"];

function sentBy(version: string): readonly string[] {
  const made = craft("2.0.50");
  made.prompt("go");
  names.forEach((name, index) => {
    made.reply([call(`t${index}`, name)], { messageId: `m${index}` });
    made.result(`t${index}`);
  });
  return [...JSON.stringify(sent(made, version)).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name ?? "");
}

describe("older names of tools", () => {
  it.each([
    ["2.1.45", names],
    ["2.1.55", ["TaskStop", "TaskOutput", "TaskOutput", "Task", "BashOutput"]],
    ["2.1.150", ["TaskStop", "TaskOutput", "TaskOutput", "Agent", "BashOutput"]],
    ["2.1.325", ["KillShell", "BashOutputTool", "AgentOutputTool", "Agent", "BashOutput"]],
  ])("are sent by %s as %j", (version, now) => {
    expect(sentBy(version)).toEqual(now);
  });
});

describe("a plan that was shown", () => {
  const input = { plan: "first this", planFilePath: "/plan.md", allowedPrompts: [{ tool: "Bash" }] };
  const { plan: _, ...withoutPlan } = input;
  it.each([
    ["2.0.50", input],
    ["2.1.45", withoutPlan],
    ["2.1.150", { allowedPrompts: input.allowedPrompts }],
    ["2.1.325", input],
  ])("is sent by %s as %j", (version, expected) => {
    const made = craft("2.0.50");
    made.prompt("go");
    made.reply([call("t1", "ExitPlanMode", input)]);
    made.result("t1");
    expect(sent(made, version)[1]?.content).toMatchObject([{ name: "ExitPlanMode", input: expected }]);
    expect(JSON.stringify(sent(made, version)).includes("planFilePath")).toBe("planFilePath" in expected);
  });
});

describe("a local command behind an unanswered prompt", () => {
  it.each(["2.1.150", "2.1.325"])("is parted from it by the filler of %s", (version) => {
    const made = craft("2.1.45");
    made.prompt("go");
    made.link("system", { subtype: "local_command", content: "<command-name>/model</command-name>" });
    expect(sent(made, version)).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "text", text: "No response requested." }] },
      { role: "user", content: [{ type: "text", text: "<command-name>/model</command-name>\n" }] },
    ]);
  });
});

describe("an interruption noted behind a result, and a local command", () => {
  const apart = [
    ["user", ["Request"]],
    ["assistant", ["No response"]],
    ["user", ["command-name", "command-name"]],
  ];
  const joined = [
    ["user", ["Request", "command-name", "command-name", "Continue"]],
    ["assistant", ["No response"]],
  ];
  const blank = "a blank line that is left out joins the result to the note, so the client asks to go on";
  it.each([
    { name: "the filler parts them", said: "words", between: "nothing", expected: apart },
    { name: blank, said: "\n\n", between: "nothing", expected: joined },
    {
      name: "an attachment between them keeps them apart",
      said: "\n\n",
      between: "an attachment",
      expected: apart,
    },
  ])("$name", ({ said, between, expected }) => {
    const made = craft("2.1.45");
    made.prompt("go");
    made.reply([{ type: "text", text: said }], { messageId: "m0" });
    made.reply([call("t1", "Bash")], { messageId: "m0" });
    made.result("t1");
    if (between !== "nothing") made.link("attachment", { attachment: { type: "date_change", newDate: "2026-01-06" } });
    made.prompt("[Request interrupted by user for tool use]");
    made.link("system", { subtype: "local_command", content: "<command-name>/model</command-name>" });
    const texts = sent(made, "2.1.150")
      .slice(2)
      .map(({ role, content }) => [
        role,
        JSON.stringify(content).match(/(Request|command-name|Continue|No response)/g),
      ]);
    expect(texts).toEqual(expected);
  });
});
