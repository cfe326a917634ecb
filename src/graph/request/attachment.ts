// Attachment items -> what the client says for them, and where it moves them; its own wording is only hinted at where the log has none.
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
import { type Piece, piece, reminderPiece, textPiece } from "./draft.ts";
import type { Item } from "./item.ts";
import { type Replay, remindersGoTo } from "./replay.ts";
import { isWorded } from "./worded.ts";

export type Reminder = {
  readonly role: "user" | "system";
  /** One list of pieces for each message that the attachment makes. */
  readonly messages: readonly (readonly Piece[])[];
  /** Whether it may go into a tool result in front of it. */
  readonly folds: boolean;
};

/** The reminders that come with the prompt which resumes the session; they are attachments too. */
export const promptReminders = "prompt-reminders";
export type Step = Item | typeof promptReminders;

/** Attachments stand behind the nearest assistant line or tool result in front of them. */
export function moveAttachmentsUp(steps: readonly Step[]): readonly Step[] {
  const moved: Step[] = [];
  // Items since the last anchor; attachments among them go in front.
  let passed: Step[] = [];
  for (const step of steps) {
    if (step === promptReminders || step.node.type === "attachment") moved.push(step);
    else if (step.node.type === "assistant" || step.node.results.length > 0) {
      for (const each of passed) moved.push(each);
      moved.push(step);
      passed = [];
    } else passed.push(step);
  }
  return [...moved, ...passed];
}

/** What an attachment says, or undefined when it is silent. */
export function reminderOf(item: Item, replay: Replay): Reminder | undefined {
  const texts = replay.rules.reminders === "worded" ? [] : renderedTexts(item.raw);
  if (texts.length > 0) {
    const role = stringField(item.raw, "renderedRole") === "system" ? remindersGoTo(replay) : "user";
    const messages = texts.map((text) => [isReminder(text) ? reminderPiece(text) : textPiece(text)]);
    const isShown = item.node.subtype === "file" && stringField(item.raw, "renderedRole") === "user";
    return { role, messages, folds: !isShown };
  }
  const attachment = objectField(item.raw, "attachment");
  if (attachment === undefined || !isWorded(attachment)) return undefined;
  const type = stringField(attachment, "type") ?? "";
  const hint = reminderPiece(`<system-reminder>[${type}: worded by the client]</system-reminder>`);
  const images = imagesOf(attachment);
  // Pictures can only be shown in a user message.
  const role = images.length > 0 ? "user" : remindersGoTo(replay);
  if (!twofold.has(type)) return { role, messages: [[hint, ...images]], folds: true };
  return { role, messages: [[hint], images.length > 0 ? images : [hint]], folds: true };
}

/** Types that tell of a call and, in a message of its own, of its result. */
const twofold: ReadonlySet<string> = new Set(["directory", "file"]);

const isReminder = (text: string): boolean => /^\s*<system-reminder>/.test(text);

/** The words that the log itself has for an attachment; one part that is not text makes all of them void. */
function renderedTexts(raw: JsonObject): readonly string[] {
  const texts: string[] = [];
  for (const part of arrayField(raw, "rendered") ?? []) {
    const content = isObject(part) ? field(part, "content") : undefined;
    for (const text of typeof content === "string" ? [content] : isArray(content) ? content.map(textOf) : []) {
      if (text === undefined) return [];
      if (text !== "") texts.push(text);
    }
  }
  return texts;
}

function textOf(block: Json): string | undefined {
  return isObject(block) && stringField(block, "type") === "text" ? (stringField(block, "text") ?? "") : undefined;
}

/** The pictures of a prompt that waited in the queue, and of a file that was mentioned. */
function imagesOf(attachment: JsonObject): readonly Piece[] {
  const prompt = stringField(attachment, "type") === "queued_command" ? arrayField(attachment, "prompt") : undefined;
  if (prompt !== undefined)
    return prompt
      .filter(isObject)
      .filter((block) => stringField(block, "type") === "image")
      .map(piece);
  const content = stringField(attachment, "type") === "file" ? objectField(attachment, "content") : undefined;
  const file =
    content !== undefined && stringField(content, "type") === "image" ? objectField(content, "file") : undefined;
  if (file === undefined) return [];
  const source = {
    type: "base64",
    data: stringField(file, "base64") ?? "",
    media_type: stringField(file, "type") ?? "",
  };
  return [piece({ type: "image", source })];
}
