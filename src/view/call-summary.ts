// A tool's name and input -> the one line that says what the call is about.
import { type Json, arrayField, isObject, stringField } from "../format/index.ts";

/** Which field tells most, by tool. */
const tellingFields: Readonly<Record<string, readonly string[]>> = {
  Agent: ["description", "prompt"],
  Bash: ["command"],
  BashOutput: ["bash_id"],
  Edit: ["file_path"],
  Glob: ["pattern"],
  Grep: ["pattern"],
  KillShell: ["shell_id"],
  LS: ["path"],
  MultiEdit: ["file_path"],
  NotebookEdit: ["notebook_path"],
  Read: ["file_path"],
  SendMessage: ["to", "message"],
  Skill: ["skill", "command"],
  Task: ["description", "prompt"],
  TaskCreate: ["subject"],
  TaskOutput: ["task_id"],
  TaskUpdate: ["taskId"],
  ToolSearch: ["query"],
  WebFetch: ["url"],
  WebSearch: ["query"],
  Write: ["file_path"],
};

export function summarizeCall(name: string, input: Json | undefined): string {
  if (!isObject(input)) return typeof input === "string" ? input : "";
  const listed = listSummary(name, arrayField(input, name === "TodoWrite" ? "todos" : "questions"));
  if (listed !== undefined) return listed;
  const fields = Object.hasOwn(tellingFields, name) ? (tellingFields[name] ?? []) : Object.keys(input);
  return fields.map((field) => stringField(input, field)).find((text) => text !== undefined && text !== "") ?? "";
}

function listSummary(name: string, list: readonly Json[] | undefined): string | undefined {
  if (list === undefined) return undefined;
  if (name === "TodoWrite") return `${list.length} items`;
  const [first] = list;
  return name === "AskUserQuestion" && isObject(first) ? stringField(first, "question") : undefined;
}
