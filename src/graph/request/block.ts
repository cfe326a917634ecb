// Blocks of one line -> the blocks that the client sends for them: tool names, tool references, odd result contents.
import {
  type Json,
  type JsonObject,
  field,
  isArray,
  isObject,
  jsonText,
  stringField,
  trueField,
} from "../../format/index.ts";
import { type Piece, piece, textPiece } from "./draft.ts";
import type { ReplayRules } from "../rules.ts";
import { type Family, hasTaskTools } from "./model-family.ts";

/** The tools of 2.1.325 without any server attached; references to other tools are taken out. */
const clientTools: ReadonlySet<string> = new Set([
  "Agent",
  "Bash",
  "CronCreate",
  "CronDelete",
  "CronList",
  "Edit",
  "EnterWorktree",
  "ExitWorktree",
  "ListAgents",
  "Monitor",
  "NotebookEdit",
  "Read",
  "ReportFindings",
  "ScheduleWakeup",
  "SendMessage",
  "Skill",
  "TaskStop",
  "ToolSearch",
  "WebFetch",
  "WebSearch",
  "Workflow",
  "Write",
]);
const taskTools: ReadonlySet<string> = new Set(["TaskCreate", "TaskGet", "TaskList", "TaskUpdate"]);

export function toolUseBlock(raw: JsonObject, { toolNames, callKeys, planWithout }: ReplayRules): JsonObject {
  const name = stringField(raw, "name");
  const input = field(raw, "input");
  const known = callKeys === "known" ? pick(raw, ["type", "id", "name", "input"]) : raw;
  const renamed = toolNames.find(([then]) => then === name);
  if (renamed !== undefined) return { ...known, name: renamed[1] };
  if (name === "ExitPlanMode" && isObject(input)) return { ...known, input: without(input, planWithout) };
  const isDoubled = name === "SendMessage" && isObject(input) && "to" in input && "message" in input;
  if (isDoubled && callKeys === "all-but-message-duplicates") {
    return { ...known, input: without(input, ["type", "recipient", "content", "request_id", "approve"]) };
  }
  return known;
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The pieces of a user line; loading a tool leaves a note at the end of the line. */
export function userPieces(content: readonly Json[], family: Family): readonly Piece[] {
  let loaded = false;
  const pieces = content.filter(isObject).map((block) => {
    if (stringField(block, "type") !== "tool_result") return piece(block);
    const result = toolResultBlock(block, family);
    loaded ||= result.loaded;
    return piece(result.block);
  });
  return loaded ? [...pieces, textPiece("Tool loaded.")] : pieces;
}

function toolResultBlock(raw: JsonObject, family: Family): { readonly block: JsonObject; readonly loaded: boolean } {
  const content = field(raw, "content");
  if (isObject(content)) return { block: { ...raw, content: jsonText(content) ?? content }, loaded: false };
  if (!isArray(content)) return { block: raw, loaded: false };
  const isReference = (part: Json): boolean => isObject(part) && stringField(part, "type") === "tool_reference";
  const references = content.filter(isReference);
  const kept = content.filter((part) => !isReference(part) || isKnownTool(part, family));
  const loaded = kept.some(isReference);
  const left: readonly Json[] =
    references.length > 0 && kept.length === 0
      ? [{ type: "text", text: "[Tool references removed - tools no longer available]" }]
      : kept;
  const texts = trueField(raw, "is_error")
    ? left.filter((part) => isObject(part) && stringField(part, "type") === "text")
    : left;
  return {
    block: texts.length === content.length && references.length === 0 ? raw : { ...raw, content: texts },
    loaded,
  };
}

function isKnownTool(reference: Json, family: Family): boolean {
  const name = isObject(reference) ? (stringField(reference, "tool_name") ?? "") : "";
  return clientTools.has(name) || (taskTools.has(name) && hasTaskTools(family));
}
