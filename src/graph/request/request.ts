// The conversation of a session -> the messages a client sends for it on resume; a pure function of the entries it is given.
import { type CallId, type Json, type JsonObject, field, isArray, isObject, stringField } from "../../format/index.ts";
import type { Node } from "../node.ts";
import type { ReplayRules } from "../rules.ts";
import { type Draft, type Piece, blockText, isToolResult, piecesOf, promptPiece, textPiece } from "./draft.ts";
import { continueText, fillerDraft, fillerPlace, interruptedResults, olderEnding, spokenEnd } from "./ending.ts";
import { type Filtered, filterItems } from "./filter.ts";
import { type Item, itemOf } from "./item.ts";
import { mergeForPrompt, mergeItems } from "./merge.ts";
import { callsLast, pairCalls } from "./pairing.ts";
import type { Replay } from "./replay.ts";

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

export function buildRequest(nodes: readonly Node[], { read, rules, reminders }: RequestOptions): Request {
  const all = nodes.flatMap((node) => {
    const raw = read(node);
    return raw === undefined ? [] : [itemOf(node, raw)];
  });
  const filtered = filterItems(all, rules);
  const { items, dangling, family } = filtered;
  const drafts =
    dangling.length > 0 ? interrupted(items, dangling, { rules, family }) : ended(filtered, { rules, family });
  const finished = pairCalls(
    drafts.map((draft) => callsLast(draft, rules)),
    rules,
  );
  const shown = finished.map((draft) => messageOf(draft, reminders)).filter((message) => message !== undefined);
  return { messages: shown, omittedReminders: reminders === "shown" ? 0 : countReminders(finished) };
}

/** Calls that never returned are answered by a notice. */
function interrupted(items: readonly Item[], dangling: readonly CallId[], replay: Replay): readonly Draft[] {
  return [...mergeItems(items, replay, interruptedResults(dangling)), fillerDraft];
}

type Ended = Pick<Filtered, "items" | "users">;

function ended({ items, users }: Ended, replay: Replay): readonly Draft[] {
  if (replay.rules.ending !== "filler") return endedAsBefore({ items, users }, replay);
  const place = fillerPlace(items) ?? 0;
  const front = place === 0 ? [] : [...mergeItems(items.slice(0, place), replay), fillerDraft];
  return [...front, ...mergeForPrompt(items.slice(place), replay)];
}

function endedAsBefore({ items, users }: Ended, replay: Replay): readonly Draft[] {
  const ending = olderEnding({ items, users }, replay.rules);
  if (ending === "open") return mergeForPrompt(items, replay);
  // The client's own lines at the end stand in front of the request to go on, but behind a mere filler.
  const place = ending === "continue" ? items.length : spokenEnd(items);
  const said = ending === "continue" ? [textPiece(continueText)] : [];
  const front = [...mergeItems(items.slice(0, place), replay, said), fillerDraft];
  return [...front, ...mergeForPrompt(items.slice(place), replay)];
}

const countReminders = (drafts: readonly Draft[]): number =>
  drafts
    .flatMap(piecesOf)
    .reduce((sum, item) => sum + (isReminder(item) ? 1 : 0) + item.folded.filter(isReminder).length, 0);

const isReminder = (item: Piece): boolean => item.reminder && blockText(item) !== "";

function messageOf(draft: Draft, reminders: RequestOptions["reminders"]): RequestMessage | undefined {
  if (draft.role === "system" && reminders === "left-out") return undefined;
  if (typeof draft.content === "string") return { role: draft.role, content: draft.content };
  const said = draft.content.filter((item) => item !== promptPiece);
  const kept = reminders === "shown" ? said : said.filter((item) => !item.reminder);
  if (kept.length === 0) return undefined;
  return { role: draft.role, content: kept.map((item) => blockOf(item, reminders)) };
}

function blockOf(item: Piece, reminders: RequestOptions["reminders"]): JsonObject {
  if (!isToolResult(item) || item.folded.length === 0) return item.block;
  const content = field(item.block, "content");
  const texts = item.folded
    .filter((folded) => reminders === "shown" || !folded.reminder)
    .flatMap((folded) => blockText(folded) ?? []);
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
  return [...before, ...texts.filter((folded) => folded !== "").map((folded) => ({ type: "text", text: folded }))];
}
