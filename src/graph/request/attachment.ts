// Attachment items -> reminders, and where the client moves them; its own wording is only hinted at where the log has none.
import {
  type Json,
  type JsonObject,
  arrayField,
  field,
  isArray,
  isObject,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { Item } from "./item.ts";

export type Reminder = {
  /** Where the log says so; else the model decides. */
  readonly role: "user" | "system" | undefined;
  readonly texts: readonly string[];
  /** Texts that are not reminders but a person's words, sent as they are. */
  readonly spoken: boolean;
};

/** Attachments stand behind the nearest assistant line or tool result in front of them. */
export function moveAttachmentsUp(items: readonly Item[]): readonly Item[] {
  const moved: Item[] = [];
  // Items since the last anchor; attachments among them go in front.
  let passed: Item[] = [];
  for (const item of items) {
    if (item.node.type === "attachment") moved.push(item);
    else if (item.node.type === "assistant" || item.node.results.length > 0) {
      moved.push(...passed, item);
      passed = [];
    } else passed.push(item);
  }
  return [...moved, ...passed];
}

/** What an attachment says, or undefined when it is silent. */
export function reminderOf(item: Item): Reminder | undefined {
  const rendered = arrayField(item.raw, "rendered");
  if (rendered !== undefined) {
    const texts = rendered.filter(isObject).flatMap((part) => renderedTexts(field(part, "content")));
    if (texts.length === 0) return undefined;
    const spoken = !texts.every((text) => /^\s*<system-reminder>/.test(text));
    return { role: roleOf(item.raw), texts, spoken };
  }
  const attachment = objectField(item.raw, "attachment");
  if (attachment === undefined || !isWorded(attachment)) return undefined;
  const type = stringField(attachment, "type") ?? "";
  return {
    role: undefined,
    texts: [`<system-reminder>[${type}: worded by the client]</system-reminder>`],
    spoken: false,
  };
}

function renderedTexts(content: Json | undefined): readonly string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  return isArray(content) ? content.filter(isObject).flatMap((block) => renderedTexts(field(block, "text"))) : [];
}

function roleOf(raw: JsonObject): "user" | "system" | undefined {
  const role = stringField(raw, "renderedRole");
  return role === "user" || role === "system" ? role : undefined;
}

/** Attachment types that the client has words for; all others, and unknown ones, are silent. */
const wordedTypes: ReadonlySet<string> = new Set([
  "agent_listing_delta",
  "agent_mention",
  "async_hook_response",
  "auto_mode",
  "auto_mode_exit",
  "budget_usd",
  "compact_file_reference",
  "critical_system_reminder",
  "date",
  "date_change",
  "deferred_tools_delta",
  "diagnostics",
  "directory",
  "edited_text_file",
  "environment",
  "file",
  "hook_additional_context",
  "hook_blocking_error",
  "hook_stopped_continuation",
  "instructions",
  "invoked_skills",
  "mcp_instructions_delta",
  "mcp_resource",
  "model",
  "nested_memory",
  "opened_file_in_ide",
  "output_style",
  "pdf_reference",
  "plan_file_reference",
  "plan_mode",
  "plan_mode_exit",
  "plan_mode_reentry",
  "queued_command",
  "read_truncation_notice",
  "relevant_memories",
  "remote_session_change",
  "selected_lines_in_ide",
  "session_context",
  "silent_turn_reminder",
  "skill_listing",
  "task_reminder",
  "task_status",
  "teammate_mailbox",
  "token_usage",
  "total_tokens_reminder",
  "ultra_effort_enter",
  "ultra_effort_exit",
  "verify_plan_reminder",
]);

function isWorded(attachment: JsonObject): boolean {
  const type = stringField(attachment, "type") ?? "";
  if (type === "hook_success") {
    const event = stringField(attachment, "hookEvent");
    return (
      (event === "SessionStart" || event === "UserPromptSubmit") && (stringField(attachment, "content") ?? "") !== ""
    );
  }
  if (type === "edited_text_file") return (stringField(attachment, "snippet") ?? "") !== "";
  return wordedTypes.has(type);
}
