// Lines and members that no client sends again -> why they may go; nothing here is part of a request.
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
import type { TrimIntention } from "./intention.ts";

const blobTypes: ReadonlySet<string> = new Set(["api-request", "api-request-shape", "api-request-blob"]);

export const isRequestBlob = (type: string | undefined): boolean => type !== undefined && blobTypes.has(type);

/** Of these only the last line of the file counts; clients write them again and again. */
const lastWordTypes: ReadonlySet<string> = new Set([
  "agent-name",
  "ai-title",
  "cost-state",
  "custom-title",
  "mode",
  "permission-mode",
  "tag",
]);

export const isLastWord = (type: string | undefined): type is string => type !== undefined && lastWordTypes.has(type);

/** The whole prompt of a request, kept for the record; silent unless the log has words for it. */
export const isSnapshot = (raw: JsonObject): boolean => attachmentType(raw) === "prompt_snapshot" && !isRendered(raw);

const silentTypes: ReadonlySet<string> = new Set([
  "already_read_file",
  "hook_cancelled",
  "hook_non_blocking_error",
  "hook_system_message",
  "todo_reminder",
]);
/** What hooks print at these events is told to the model. */
const heardEvents: ReadonlySet<string> = new Set(["SessionStart", "UserPromptExpansion", "UserPromptSubmit"]);

/** An attachment of which the model never hears. */
export function isSilent(raw: JsonObject): boolean {
  if (isRendered(raw)) return false;
  const type = attachmentType(raw);
  if (type !== "hook_success") return silentTypes.has(type);
  return !heardEvents.has(stringField(objectField(raw, "attachment") ?? {}, "hookEvent") ?? "");
}

const attachmentType = (raw: JsonObject): string => stringField(objectField(raw, "attachment") ?? {}, "type") ?? "";
const isRendered = (raw: JsonObject): boolean => (arrayField(raw, "rendered") ?? []).length > 0;

/** White space and nothing else: no client from 2.1.30 on sends such a line, and the API refuses it from the others. */
export function isBlankAnswer(raw: JsonObject): boolean {
  const content = field(objectField(raw, "message") ?? {}, "content");
  if (typeof content === "string") return content.trim() === "";
  const isBlank = (block: Json): boolean =>
    isObject(block) && stringField(block, "type") === "text" && (stringField(block, "text") ?? "").trim() === "";
  return isArray(content) && content.length > 0 && content.every(isBlank);
}

/** Shorter texts are a word on the outcome, not a copy. */
const copyLength = 200;

/** Whether the client's own copy of a result may go; what agents hang on and what a person answered stays. */
export function isCopy(raw: JsonObject, copies: TrimIntention["copies"]): boolean {
  const copy = field(raw, "toolUseResult");
  if (copies === undefined || copy === undefined || copy === null) return false;
  if (typeof copy === "string") return copies === "all" && copy.length > copyLength;
  if (isArray(copy)) return copies === "all";
  if (!isObject(copy) || !isLoose(copy)) return false;
  return copies === "all" || isFileCopy(copy);
}

/** The copy beside a result that became a note. */
export function isLooseCopy(raw: JsonObject): boolean {
  const copy = field(raw, "toolUseResult");
  return copy !== undefined && (!isObject(copy) || isLoose(copy));
}

const linkKeys = ["agentId", "answers", "questions", "plan"];

const isLoose = (copy: JsonObject): boolean => !linkKeys.some((key) => Object.hasOwn(copy, key));

function isFileCopy(copy: JsonObject): boolean {
  const isText = (value: Json | undefined): boolean => typeof value === "string";
  if (isText(field(copy, "originalFile")) || objectField(copy, "file") !== undefined) return true;
  return isText(field(copy, "filePath")) && (isText(field(copy, "content")) || isText(field(copy, "newString")));
}
