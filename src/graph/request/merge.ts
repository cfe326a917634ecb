// Items in order -> drafts of messages: user joins user, lines of one message.id join, attachments fold into what precedes them.
import { type Json, field, isArray, isObject, stringField } from "../../format/index.ts";
import { type Reminder, moveAttachmentsUp, reminderOf } from "./attachment.ts";
import { toolUseBlock, userPieces } from "./block.ts";
import {
  type Draft,
  type Piece,
  blockText,
  isToolResult,
  piece,
  piecesOf,
  reminderPiece,
  textPiece,
  withLineFeed,
} from "./draft.ts";
import { type Item, isApiError, isTaskNotification } from "./item.ts";
import { type Family, remindersGoTo } from "./model-family.ts";

export function mergeItems(items: readonly Item[], family: Family): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const item of moveAttachmentsUp(items)) addItem(drafts, item, family);
  return drafts.map(tidyUser);
}

function addItem(drafts: Draft[], item: Item, family: Family): void {
  switch (item.node.type) {
    case "assistant":
      return isApiError(item) ? undefined : addAssistant(drafts, item);
    case "user":
      return addUser(drafts, userContent(item, family), isTaskNotification(item) ? remindersGoTo(family) : "user");
    case "system":
      return item.node.subtype === "local_command" ? addUser(drafts, localCommandText(item), "user") : undefined;
    case "attachment": {
      const reminder = reminderOf(item);
      return reminder === undefined ? undefined : addReminder(drafts, reminder, family);
    }
    case "progress":
      return undefined;
  }
}

type UserContent = string | readonly Piece[] | undefined;

function userContent(item: Item, family: Family): UserContent {
  const { content } = item;
  if (isTaskNotification(item))
    return userTexts(content).map((text) => reminderPiece(`<system-reminder>${text}</system-reminder>`));
  if (typeof content === "string") return content;
  if (!isArray(content) || content.length === 0) return undefined;
  return userPieces(content, family);
}

function userTexts(content: Json | undefined): readonly string[] {
  if (typeof content === "string") return [content];
  return isArray(content) ? content.filter(isObject).flatMap((block) => userTexts(field(block, "text"))) : [];
}

function localCommandText(item: Item): string {
  const content = stringField(item.raw, "content") ?? "";
  return content === "" ? "(no content)" : content;
}

export function addUser(drafts: Draft[], content: UserContent, role: "user" | "system"): void {
  if (content === undefined) return;
  const at = lastSpoken(drafts);
  const last = drafts[at];
  const draft: Draft = { role, content, messageId: undefined, fromAttachment: false };
  if (role === "user" && last?.role === "user") drafts[at] = joinUsers(last, draft);
  else drafts.push(draft);
}

/** Messages of role "system" stand beside the conversation: they part nothing. */
const lastSpoken = (drafts: readonly Draft[]): number => drafts.findLastIndex((draft) => draft.role !== "system");

/** Text meeting text leaves a line feed at the seam; tool results come first. */
function joinUsers(first: Draft, second: Draft): Draft {
  const before = piecesOf(first);
  const after = piecesOf(second);
  const last = before.at(-1);
  const meet =
    last !== undefined && blockText(last) !== undefined && after[0] !== undefined && blockText(after[0]) !== undefined;
  const joined = [...(meet ? [...before.slice(0, -1), withLineFeed(last)] : before), ...after];
  return {
    role: "user",
    content: [...joined.filter(isToolResult), ...joined.filter((item) => !isToolResult(item))],
    messageId: undefined,
    fromAttachment: first.fromAttachment && second.fromAttachment,
  };
}

function addAssistant(drafts: Draft[], item: Item): void {
  const pieces = assistantPieces(item);
  const messageId = item.node.messageId ?? "";
  const at = earlierPart(drafts, messageId);
  const earlier = drafts[at];
  if (earlier !== undefined) drafts[at] = { ...earlier, content: [...piecesOf(earlier), ...pieces] };
  else drafts.push({ role: "assistant", content: pieces, messageId, fromAttachment: false });
}

function assistantPieces({ blocks, content }: Item): readonly Piece[] {
  if (typeof content !== "string" && blocks.length === 0)
    return [piece({ type: "text", text: "(no content)", citations: [] })];
  const kept = blocks.length > 1 ? blocks.filter((block) => block.type !== "text" || block.text !== "") : blocks;
  return kept.map((block) => piece(block.type === "tool_use" ? toolUseBlock(block.raw) : block.raw));
}

/** The message of that id further up, searched over assistants and tool results; a plain user message ends the search. */
function earlierPart(drafts: readonly Draft[], messageId: string): number {
  for (let at = drafts.length - 1; at >= 0; at--) {
    const draft = drafts[at];
    if (draft === undefined) break;
    if (draft.role === "assistant") {
      if (draft.messageId === messageId) return at;
    } else if (draft.role === "user" && !draft.fromAttachment && !piecesOf(draft).some(isToolResult)) break;
  }
  return -1;
}

function addReminder(drafts: Draft[], { role, texts, spoken }: Reminder, family: Family): void {
  const to = role === "user" ? "user" : remindersGoTo(family);
  const pieces = texts.map((text) => (spoken ? textPiece(text) : reminderPiece(text)));
  const at = lastSpoken(drafts);
  const last = drafts[at];
  if (to === "system") drafts.push({ role: "system", content: pieces, messageId: undefined, fromAttachment: true });
  else if (last?.role !== "user")
    drafts.push({ role: "user", content: pieces, messageId: undefined, fromAttachment: true });
  else drafts[at] = { ...last, content: foldInto(piecesOf(last), pieces) };
}

/** A reminder right behind a tool result goes into it, unless that result loads a tool. */
function foldInto(before: readonly Piece[], reminders: readonly Piece[]): readonly Piece[] {
  const last = before.at(-1);
  if (last === undefined || !isToolResult(last) || hasReference(last)) return [...before, ...reminders];
  const folded = [...last.folded, ...reminders.flatMap((reminder) => blockText(reminder) ?? [])];
  return [...before.slice(0, -1), { ...last, folded }];
}

function hasReference({ block }: Piece): boolean {
  const content = field(block, "content");
  return isArray(content) && content.some((part) => isObject(part) && stringField(part, "type") === "tool_reference");
}

/** White space alone is no text; a message that has nothing else says so. */
function tidyUser(draft: Draft): Draft {
  if (draft.role !== "user" || typeof draft.content === "string") return draft;
  const kept = draft.content.filter((item) => blockText(item)?.trim() !== "");
  return { ...draft, content: kept.length === 0 ? [textPiece("(no content)")] : kept };
}
