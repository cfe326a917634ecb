// Items of the chain -> the items that are sent: unanswered calls, blank lines and foreign thinking go, in the client's order.
import { type Block, type CallId, arrayField, isArray } from "../../format/index.ts";
import type { Item } from "./item.ts";
import type { ReplayRules } from "../rules.ts";
import { type Family, defaultFamily, familyOf } from "./model-family.ts";

export type Filtered = {
  readonly items: readonly Item[];
  /** Calls at the very end whose results never came. */
  readonly dangling: readonly CallId[];
  readonly family: Family;
  /** Where blank lines went, the client joins the user messages that stand one behind the other. */
  readonly users: "apart" | "joined";
};

export function filterItems(all: readonly Item[], rules: ReplayRules): Filtered {
  const { items: answered, dangling } =
    rules.dangling === "answered" ? withoutUnanswered(all) : withoutAllUnanswered(all, rules);
  const family = sessionFamily(answered);
  const isSilent = rules.blankBlocks === "dropped" ? isNothing : isThinkingBlock;
  const spoken = rules.blankLines === "dropped" ? answered.filter((item) => !isBlank(item)) : answered;
  const told = rules.emptyAnswers === "dropped" ? spoken.filter((item) => !isEmptyAnswer(item)) : spoken;
  const items = (rules.thinkingOnly === "dropped" ? withoutThinkingOnly(told, isSilent) : told)
    .map((item) => (rules.foreignThinking === "removed" ? withoutForeignThinking(item, family) : item))
    .filter((item) => item !== undefined)
    .filter((item) => item.node.type !== "assistant" || hasContent(item));
  return { items, dangling, family, users: spoken.length < answered.length ? "joined" : "apart" };
}

const hasContent = ({ content }: Item): boolean => typeof content === "string" || isArray(content);

function sessionFamily(items: readonly Item[]): Family {
  const last = items.findLast(
    (item) => item.node.type === "assistant" && item.hasMessage && item.model !== "<synthetic>",
  );
  return familyOf(last === undefined ? undefined : last.model) ?? defaultFamily;
}

/**
 * Lines all of whose calls have no result go. Two exceptions: the calls of the last message, which a notice answers,
 * and the whole last turn when it was cut short before its answer.
 */
function withoutUnanswered(items: readonly Item[]): {
  readonly items: readonly Item[];
  readonly dangling: readonly CallId[];
} {
  const answered = new Set(items.flatMap((item) => item.node.results.map((result) => result.callId)));
  const isUnanswered = (item: Item): boolean => {
    const ids = callIds(item);
    return ids.length > 0 && ids.every((id) => id === undefined || !answered.has(id));
  };
  const turnStart = items.findLastIndex(isPrompt) + 1;
  const lastMessage = lastMessageOf(items.slice(turnStart));
  const isKept = isCutShort(items.filter((item) => !isUnanswered(item)))
    ? (item: Item, index: number): boolean => index >= turnStart || !isUnanswered(item)
    : (item: Item): boolean => lastMessage.has(item) || !isUnanswered(item);
  return {
    items: items.filter(isKept),
    dangling: [...lastMessage]
      .flatMap(callIds)
      .filter((id) => id !== undefined)
      .filter((id) => !answered.has(id)),
  };
}

/** Older clients: no exception for the end; the oldest take out the calls alone and leave what stands beside them. */
function withoutAllUnanswered(all: readonly Item[], { unanswered }: ReplayRules): Pick<Filtered, "items" | "dangling"> {
  const answered = new Set(all.flatMap((item) => item.node.results.map((result) => result.callId)));
  const isOpen = (id: CallId | undefined): boolean => id === undefined || !answered.has(id);
  const items = all.flatMap((item) => {
    const ids = callIds(item);
    if (!ids.some(isOpen)) return [item];
    if (unanswered === "line") return ids.every(isOpen) ? [] : [item];
    const blocks = item.blocks.filter((block) => block.type !== "tool_use" || !isOpen(block.id));
    return blocks.length === 0 ? [] : [{ ...item, blocks }];
  });
  return { items, dangling: [] };
}

function callIds(item: Item): readonly (CallId | undefined)[] {
  if (item.node.type !== "assistant") return [];
  return item.blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
}

const isPrompt = ({ node }: Item): boolean => node.type === "user" && node.results.length === 0;

/** Ends with a result, or with attachments right behind a prompt: the answer never came. */
function isCutShort(items: readonly Item[]): boolean {
  const settled = withoutThinkingOnly(items.filter((item) => !isBlank(item) && item.node.type !== "system"));
  const last = settled.findLast((item) => item.node.type !== "attachment");
  if (last === undefined || last.node.type !== "user") return false;
  return !isPrompt(last) || settled.at(-1) !== last;
}

/** The lines of the message that began last; a line that only goes on with an earlier message does not count. */
function lastMessageOf(turn: readonly Item[]): ReadonlySet<Item> {
  const lines = withoutThinkingOnly(turn.filter((item) => item.node.type === "assistant" && !isBlank(item)));
  const last = [...new Set(lines.map((item) => item.node.messageId))].at(-1);
  return new Set(lines.filter((item) => item.node.messageId === last));
}

function isBlank({ node, blocks, content }: Item): boolean {
  if (
    node.type !== "assistant" ||
    blocks.length === 0 ||
    (typeof content !== "string" && blocks.length !== rawLength({ content }))
  )
    return false;
  return blocks.every((block) => block.type === "text" && block.text.trim() === "");
}

const isEmptyAnswer = ({ node, blocks }: Item): boolean =>
  node.type === "assistant" &&
  blocks.length > 0 &&
  blocks.every((block) => block.type === "text" && block.text.trim() === "(no content)");

const rawLength = ({ content }: Pick<Item, "content">): number =>
  arrayField({ content: content ?? null }, "content")?.length ?? 0;

const isThinkingBlock = (block: Block): boolean => block.type === "thinking" || block.type === "redacted_thinking";
const isNothing = (block: Block): boolean =>
  isThinkingBlock(block) || (block.type === "text" && block.text.trim() === "");

function withoutThinkingOnly(items: readonly Item[], isSilent = isNothing): readonly Item[] {
  const isThinkingOnly = (item: Item): boolean =>
    item.node.type === "assistant" && item.blocks.some(isThinkingBlock) && item.blocks.every(isSilent);
  const spoken = new Set(
    items
      .filter((item) => item.node.type === "assistant" && !item.blocks.every(isSilent))
      .map((item) => item.node.messageId),
  );
  // Lines without an id have no other lines to belong to.
  const isSpoken = ({ node }: Item): boolean => node.messageId !== undefined && spoken.has(node.messageId);
  return items.filter((item) => !isThinkingOnly(item) || isSpoken(item));
}

/** Signed thinking belongs to the model that signed it. */
function withoutForeignThinking(item: Item, family: Family): Item | undefined {
  const model = item.model;
  if (item.node.type !== "assistant" || model === undefined || model === "<synthetic>" || familyOf(model) === family)
    return item;
  const isForeign = (block: Block): boolean =>
    block.type === "redacted_thinking" || (block.type === "thinking" && block.signature !== "");
  const blocks = item.blocks.filter((block) => !isForeign(block));
  if (blocks.length === item.blocks.length) return item;
  return blocks.length === 0 ? undefined : { ...item, blocks };
}
