// Calls by the names that tools once had -> the names that each client sends for them.
import { describe, expect, it } from "vitest";
import { buildRequest, conversationOf, linkNodes, rulesFor } from "../../src/graph/index.ts";
import { call, craft, open } from "../craft.ts";

const names = ["KillShell", "BashOutputTool", "AgentOutputTool", "Task", "BashOutput"];

function sentBy(version: string): readonly string[] {
  const rules = rulesFor(version);
  if (rules === undefined) throw new Error(`no version: ${version}`);
  const made = craft("2.0.50");
  made.prompt("go");
  names.forEach((name, index) => {
    made.reply([call(`t${index}`, name)], { messageId: `m${index}` });
    made.result(`t${index}`);
  });
  const { log, read } = open(made.bytes());
  const { nodes } = conversationOf({ log, links: linkNodes(log), rules });
  const { messages } = buildRequest(nodes, { read, rules, reminders: "left-out" });
  return [...JSON.stringify(messages).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name ?? "");
}

describe("older names of tools", () => {
  it.each([
    ["2.1.45", names],
    ["2.1.55", ["TaskStop", "TaskOutput", "TaskOutput", "Task", "BashOutput"]],
    ["2.1.150", ["TaskStop", "TaskOutput", "TaskOutput", "Agent", "BashOutput"]],
    ["2.1.325", ["KillShell", "BashOutputTool", "AgentOutputTool", "Agent", "BashOutput"]],
  ])("are sent by %s as %j", (version, sent) => {
    expect(sentBy(version)).toEqual(sent);
  });
});
