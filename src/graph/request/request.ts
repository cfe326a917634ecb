// The conversation of a session -> the messages a client sends for it on resume; a pure function of the entries it is given.
import { type Json, type JsonObject, field, isArray, isObject, stringField } from "../../format/index.ts";
import type { Node } from "../node.ts";
import type { ReplayRules } from "../rules.ts";
import { type Draft, type Piece, blockText, isToolResult, piecesOf, withLineFeed } from "./draft.ts";
import { fillerDraft, fillerPlace, interruptedResults } from "./ending.ts";
import { filterItems } from "./filter.ts";
import { itemOf } from "./item.ts";
import { addUser, mergeItems } from "./merge.ts";
import { callsLast, pairCalls } from "./pairing.ts";

export type RequestMessage = {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly JsonObject[];
};

export type Request = {
  readonly messages: readonly RequestMessage[];
  /** The client's own reminders that were left out of `messages`. */
  readonly omittedReminders: number;
};

export type RequestOptions = {
  readonly rules: ReplayRules;
  readonly read: (node: Node) => JsonObject | undefined;
  /** Whether the client's reminders are shown too; where the log has no wording, a hint stands for them. */
  readonly reminders: "left-out" | "shown";
};

export function buildRequest(nodes: readonly Node[], { read, reminders }: RequestOptions): Request {
  const all = nodes.flatMap((node) => {
    const raw = read(node);
    return raw === undefined ? [] : [itemOf(node, raw)];
  });
  const { items, dangling, family } = filterItems(all);
  const place = dangling.length > 0 ? undefined : fillerPlace(items);
  const front = mergeItems(items.slice(0, place), family);
  const drafts = place === undefined ? [...front] : [...front, fillerDraft, ...mergeItems(items.slice(place), family)];
  if (dangling.length > 0) {
    addUser(drafts, piecesOf(interruptedResults(dangling)), "user");
    drafts.push(fillerDraft);
  }
  const finished = openForPrompt(pairCalls(drafts.map(callsLast)));
  const shown = finished.map((draft) => messageOf(draft, reminders)).filter((message) => message !== undefined);
  return { messages: shown, omittedReminders: reminders === "shown" ? 0 : countReminders(finished) };
}

/** The prompt that resumes the session joins a user message at the end, and leaves its line feed at the seam. */
function openForPrompt(drafts: readonly Draft[]): readonly Draft[] {
  const at = drafts.findLastIndex((draft) => draft.role !== "system");
  return drafts.map((draft, index) => {
    if (index !== at || draft.role !== "user") return draft;
    const pieces = piecesOf(draft);
    const last = pieces.at(-1);
    return last === undefined ? draft : { ...draft, content: [...pieces.slice(0, -1), withLineFeed(last)] };
  });
}

const countReminders = (drafts: readonly Draft[]): number =>
  drafts.flatMap(piecesOf).reduce((sum, item) => sum + item.folded.length + (item.reminder ? 1 : 0), 0);

function messageOf(draft: Draft, reminders: RequestOptions["reminders"]): RequestMessage | undefined {
  if (draft.role === "system" && reminders === "left-out") return undefined;
  if (typeof draft.content === "string") return { role: draft.role, content: draft.content };
  const kept = reminders === "shown" ? draft.content : draft.content.filter((item) => !item.reminder);
  if (kept.length === 0) return undefined;
  return { role: draft.role, content: kept.map((item) => blockOf(item, reminders)) };
}

function blockOf(item: Piece, reminders: RequestOptions["reminders"]): JsonObject {
  if (!isToolResult(item) || item.folded.length === 0) return item.block;
  const content = field(item.block, "content");
  const texts = reminders === "shown" ? item.folded : [];
  return { ...item.block, content: isArray(content) ? foldedArray(content, texts) : foldedText(content, texts) };
}

/** Folding trims the result itself too. */
function foldedText(content: Json | undefined, texts: readonly string[]): string {
  const own = typeof content === "string" ? content : "";
  return [own, ...texts]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

function foldedArray(content: readonly Json[], texts: readonly string[]): readonly Json[] {
  const last = content.at(-1);
  const text = isObject(last) ? stringField(last, "text") : undefined;
  const before =
    isObject(last) && text !== undefined ? [...content.slice(0, -1), { ...last, text: `${text}\n` }] : content;
  return [...before, ...texts.map((reminder) => ({ type: "text", text: reminder }))];
}

/** The text of a message's first block, for listings. */
export function headOf(message: RequestMessage): string {
  if (typeof message.content === "string") return message.content;
  const first = message.content[0];
  return first === undefined ? "" : (blockText({ block: first, reminder: false, folded: [] }) ?? "");
}
