// An attachment without words in the log -> whether the client has words for it; what it would say is not known here.
import { type JsonObject, arrayField, isObject, objectField, stringField } from "../../format/index.ts";

export function isWorded(attachment: JsonObject): boolean {
  const type = stringField(attachment, "type") ?? "";
  return alwaysWorded.has(type) || (wordedIf.get(type)?.(attachment) ?? false);
}

/** Types that always make a reminder; all that are named nowhere here, and unknown ones, are silent. */
const alwaysWorded: ReadonlySet<string> = new Set([
  "agent_mention",
  "auto_mode",
  "auto_mode_exit",
  "budget_usd",
  "compact_file_reference",
  "critical_system_reminder",
  "date",
  "date_change",
  "directory",
  "edited_text_file",
  "hook_blocking_error",
  "hook_stopped_continuation",
  "mcp_resource",
  "nested_memory",
  "opened_file_in_ide",
  "output_style",
  "output_token_usage",
  "pdf_reference",
  "plan_file_reference",
  "plan_mode",
  "plan_mode_exit",
  "plan_mode_reentry",
  "queued_command",
  "read_truncation_notice",
  "selected_lines_in_diff",
  "selected_lines_in_ide",
  "silent_turn_reminder",
  "task_reminder",
  "task_status",
  "token_usage",
  "total_tokens_reminder",
  "ultra_effort_enter",
  "ultra_effort_exit",
  "ultrathink_effort",
  "workflow_keyword_request",
]);

type Condition = (attachment: JsonObject) => boolean;

const has =
  (...keys: readonly string[]): Condition =>
  (attachment) =>
    keys.every((key) => (arrayField(attachment, key)?.length ?? 0) > 0);
const either =
  (...conditions: readonly Condition[]): Condition =>
  (attachment) =>
    conditions.some((condition) => condition(attachment));

/** Types that are silent when they have nothing to tell. */
const wordedIf: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["agent_listing_delta", either(has("addedTypes", "addedLines"), has("removedTypes"))],
  ["async_hook_response", hasHookWords],
  [
    "deferred_tools_delta",
    either(has("addedNames", "addedLines"), has("removedNames"), has("readdedNames"), has("pendingMcpServers")),
  ],
  [
    "diagnostics",
    (attachment) => (arrayField(attachment, "files") ?? []).some((file) => isObject(file) && has("diagnostics")(file)),
  ],
  ["file", (attachment) => fileKinds.has(kindOf(attachment))],
  ["hook_additional_context", has("content")],
  ["hook_success", isHeardHook],
  ["instructions", has("files")],
  ["invoked_skills", has("skills")],
  ["mcp_instructions_delta", either(has("addedNames", "addedBlocks"), has("removedNames"))],
  ["relevant_memories", has("memories")],
  ["skill_listing", (attachment) => (stringField(attachment, "content") ?? "") !== ""],
]);

const fileKinds: ReadonlySet<string> = new Set(["image", "notebook", "parts", "pdf", "text"]);
const heardEvents: ReadonlySet<string> = new Set(["SessionStart", "UserPromptExpansion", "UserPromptSubmit"]);

function kindOf(attachment: JsonObject): string {
  const content = objectField(attachment, "content");
  return content === undefined ? "" : (stringField(content, "type") ?? "");
}

/** Only these hooks speak to the model through what they print. */
function isHeardHook(attachment: JsonObject): boolean {
  return (
    heardEvents.has(stringField(attachment, "hookEvent") ?? "") && (stringField(attachment, "content") ?? "") !== ""
  );
}

function hasHookWords(attachment: JsonObject): boolean {
  const response = objectField(attachment, "response") ?? {};
  const output = objectField(response, "hookSpecificOutput") ?? {};
  return (
    (stringField(response, "systemMessage") ?? "") !== "" || (stringField(output, "additionalContext") ?? "") !== ""
  );
}
