// Items in order -> drafts of messages: user joins user, lines of one message.id join, attachments fold into what precedes them.
import { type Json, field, isArray, isObject, stringField } from "../../format/index.ts";
import { type Reminder, type Step, moveAttachmentsUp, promptReminders, reminderOf } from "./attachment.ts";
import { toolUseBlock, userPieces } from "./block.ts";
import {
  type Draft,
  type Piece,
  blockText,
  isToolResult,
  piece,
  piecesOf,
  promptPiece,
  reminderPiece,
  textPiece,
  withLineFeed,
} from "./draft.ts";
import { type Item, isSyntheticError, isTaskNotification } from "./item.ts";
import { type Family, remindersGoTo } from "./model-family.ts";

export function mergeItems(items: readonly Item[], family: Family): readonly Draft[] {
  return mergeSteps(items, family).map(tidy);
}

/** The end of the conversation, which the prompt that resumes the session joins: a mark stands for its text. */
export function mergeForPrompt(items: readonly Item[], family: Family): readonly Draft[] {
  // Newer models are reminded in a user message only of what the session was not told yet.
  const isTold =
    remindersGoTo(family) === "system" && items.some((item) => item.node.subtype === "remote_session_change");
  const drafts = [...mergeSteps(isTold ? items : [...items, promptReminders], family)];
  if (drafts[lastSpoken(drafts)]?.role === "user") addUser(drafts, [promptPiece]);
  return drafts.map(tidy);
}

function mergeSteps(steps: readonly Step[], family: Family): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const step of moveAttachmentsUp(steps)) {
    if (step === promptReminders) makeRoomForReminders(drafts, family);
    else addItem(drafts, step, family);
  }
  return drafts;
}

function addItem(drafts: Draft[], item: Item, family: Family): void {
  switch (item.node.type) {
    case "assistant":
      return isSyntheticError(item) ? undefined : addAssistant(drafts, item);
    case "user":
      return addUser(drafts, userContent(item, family));
    case "system":
      return item.node.subtype === "local_command" ? addUser(drafts, localCommandText(item)) : undefined;
    case "attachment": {
      const reminder = reminderOf(item, family);
      return reminder === undefined ? undefined : addReminder(drafts, reminder);
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

export function addUser(drafts: Draft[], content: UserContent): void {
  if (content === undefined) return;
  const at = lastSpoken(drafts);
  const last = drafts[at];
  const draft: Draft = { role: "user", content, messageId: undefined, fromAttachment: false };
  if (last?.role === "user") drafts[at] = joinUsers(last, draft);
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

function assistantPieces({ blocks }: Item): readonly Piece[] {
  const kept = blocks.length > 1 ? blocks.filter((block) => block.type !== "text" || block.text !== "") : blocks;
  return kept
    .filter((block) => block.type !== "other" || block.name !== "fallback")
    .map((block) => piece(block.type === "tool_use" ? toolUseBlock(block.raw) : block.raw));
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

function addReminder(drafts: Draft[], { role, messages, folds }: Reminder): void {
  const at = lastSpoken(drafts);
  const last = drafts[at];
  if (role === "user" && last?.role === "user") {
    const before = piecesOf(last);
    drafts[at] = { ...last, content: folds ? messages.reduce(foldInto, before) : [...before, ...messages.flat()] };
  } else {
    drafts.push(...messages.map((content): Draft => ({ role, content, messageId: undefined, fromAttachment: true })));
  }
}

/** Words right behind a tool result go into it, unless that result loads a tool or pictures come with them. */
function foldInto(before: readonly Piece[], added: readonly Piece[]): readonly Piece[] {
  const last = before.at(-1);
  const folds =
    last !== undefined &&
    isToolResult(last) &&
    !hasReference(last) &&
    added.every((item) => blockText(item) !== undefined);
  return folds ? [...before.slice(0, -1), { ...last, folded: [...last.folded, ...added] }] : [...before, ...added];
}

/** The prompt's own reminders leave no text here, but a result that they fold into is trimmed, and they part text from text. */
function makeRoomForReminders(drafts: Draft[], family: Family): void {
  const at = lastSpoken(drafts);
  const last = drafts[at];
  if (last?.role !== "user") return;
  const folded = remindersGoTo(family) === "user" ? foldInto(piecesOf(last), [reminderPiece("")]) : piecesOf(last);
  drafts[at] = { ...last, content: [...folded, reminderPiece("")] };
}

function hasReference({ block }: Piece): boolean {
  const content = field(block, "content");
  return isArray(content) && content.some((part) => isObject(part) && stringField(part, "type") === "tool_reference");
}

/** White space alone is no text; a message that has nothing else says so. */
function tidy(draft: Draft): Draft {
  if (draft.role === "assistant" && piecesOf(draft).length === 0)
    return { ...draft, content: [piece({ type: "text", text: "(no content)", citations: [] })] };
  if (draft.role !== "user" || typeof draft.content === "string") return draft;
  const kept = draft.content.filter((item) => blockText(item)?.trim() !== "");
  return { ...draft, content: kept.length === 0 ? [textPiece("(no content)")] : kept };
}
