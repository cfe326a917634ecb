// Items in order -> drafts of messages: user joins user, lines of one message.id join, attachments fold into what precedes them.
import { type Json, field, isArray, isObject, stringField } from "../../format/index.ts";
import { type Reminder, type Step, moveAttachmentsUp, promptReminders, reminderOf } from "./attachment.ts";
import { toolUseBlock, userPieces } from "./block.ts";
import { type DraftList, draftList } from "./draft-list.ts";
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
} from "./draft.ts";
import { type Item, isSyntheticError, isTaskNotification } from "./item.ts";
import { type Replay, remindersGoTo } from "./replay.ts";

/** `added`: a user message that the client puts behind the items. */
export function mergeItems(items: readonly Item[], replay: Replay, added: readonly Piece[] = []): readonly Draft[] {
  const drafts = mergeSteps(items, replay);
  if (added.length > 0) drafts.addUser(added);
  return tidied(drafts, replay);
}

/** The end of the conversation, which the prompt that resumes the session joins: a mark stands for its text. */
export function mergeForPrompt(items: readonly Item[], replay: Replay): readonly Draft[] {
  // Newer models are reminded in a user message only of what the session was not told yet.
  const isTold =
    remindersGoTo(replay) === "system" && items.some((item) => item.node.subtype === "remote_session_change");
  const isPlain = isTold || replay.rules.reminders === "worded";
  const drafts = mergeSteps(isPlain ? items : [...items, promptReminders], replay);
  if (drafts.endsWithUser()) drafts.addUser([promptPiece]);
  return tidied(drafts, replay);
}

function mergeSteps(steps: readonly Step[], replay: Replay): DraftList {
  const drafts = draftList(replay.rules);
  for (const step of moveAttachmentsUp(steps)) {
    if (step === promptReminders) makeRoomForReminders(drafts, replay);
    else addItem(drafts, step, replay);
  }
  return drafts;
}

function addItem(drafts: DraftList, item: Item, replay: Replay): void {
  const { rules } = replay;
  switch (item.node.type) {
    case "assistant":
      if (isSyntheticError(item) && rules.apiErrors === "dropped") return;
      return drafts.addAssistant(item.node.messageId ?? "", assistantPieces(item, replay));
    case "user":
      return addUser(drafts, userContent(item, replay));
    case "system":
      if (item.node.subtype === "local_command" && rules.localCommands === "sent")
        drafts.addUser(localCommandText(item));
      return;
    case "attachment": {
      const reminder = reminderOf(item, replay);
      return reminder === undefined ? undefined : addReminder(drafts, reminder);
    }
    case "progress":
      return;
  }
}

type UserContent = string | readonly Piece[] | undefined;

function addUser(drafts: DraftList, content: UserContent): void {
  if (content !== undefined) drafts.addUser(content);
}

function userContent(item: Item, { rules, family }: Replay): UserContent {
  const { content } = item;
  if (isTaskNotification(item) && rules.reminders === "rendered")
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

function assistantPieces({ blocks }: Item, { rules }: Replay): readonly Piece[] {
  const isDropped = rules.blankBlocks === "dropped" && blocks.length > 1;
  const kept = isDropped ? blocks.filter((block) => block.type !== "text" || block.text !== "") : blocks;
  return kept
    .filter((block) => block.type !== "other" || block.name !== "fallback")
    .map((block) => piece(block.type === "tool_use" ? toolUseBlock(block.raw, rules) : block.raw));
}

function addReminder(drafts: DraftList, { role, messages, folds }: Reminder): void {
  const isJoined = role === "user" && drafts.endsWithUser();
  for (const pieces of messages) {
    if (isJoined) drafts.changeEnd((last) => (folds ? foldInto(last, pieces) : [last, ...pieces]));
    else drafts.addBeside(role, pieces);
  }
}

/** Words right behind a tool result go into it, unless that result loads a tool or pictures come with them. */
function foldInto(last: Piece, added: readonly Piece[]): readonly Piece[] {
  const folds = isToolResult(last) && !hasReference(last) && added.every((item) => blockText(item) !== undefined);
  return folds ? [{ ...last, folded: [...last.folded, ...added] }] : [last, ...added];
}

/** The prompt's own reminders leave no text here, but a result that they fold into is trimmed, and they part text from text. */
function makeRoomForReminders(drafts: DraftList, replay: Replay): void {
  const isFolded = remindersGoTo(replay) === "user";
  drafts.changeEnd((last) => [...(isFolded ? foldInto(last, [reminderPiece("")]) : [last]), reminderPiece("")]);
}

function hasReference({ block }: Piece): boolean {
  const content = field(block, "content");
  return isArray(content) && content.some((part) => isObject(part) && stringField(part, "type") === "tool_reference");
}

function tidied(drafts: DraftList, { rules }: Replay): readonly Draft[] {
  const all = drafts.all();
  const sent = rules.emptyAssistant === "nothing" ? all.filter((draft) => piecesOf(draft).length > 0) : all;
  return rules.blankBlocks === "dropped" ? sent.map(tidy) : sent.map(filled);
}

function filled(draft: Draft): Draft {
  if (draft.role !== "assistant" || piecesOf(draft).length > 0) return draft;
  return { ...draft, content: [piece({ type: "text", text: "(no content)", citations: [] })] };
}

/** White space alone is no text; a message that has nothing else says so. */
function tidy(draft: Draft): Draft {
  if (draft.role !== "user" || typeof draft.content === "string") return filled(draft);
  const kept = draft.content.filter((item) => blockText(item)?.trim() !== "");
  return { ...draft, content: kept.length === 0 ? [textPiece("(no content)")] : kept };
}
