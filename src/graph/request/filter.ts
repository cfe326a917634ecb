// Items of the chain -> the items that are sent: unanswered calls, blank lines and foreign thinking go, in the client's order.
import { type Block, type CallId, arrayField } from "../../format/index.ts";
import type { Item } from "./item.ts";
import { modelOf } from "./item.ts";
import { type Family, defaultFamily, familyOf } from "./model-family.ts";

export type Filtered = {
  readonly items: readonly Item[];
  /** Calls at the very end whose results never came. */
  readonly dangling: readonly CallId[];
  readonly family: Family;
};

export function filterItems(all: readonly Item[]): Filtered {
  const family = sessionFamily(all);
  const { items: answered, dangling } = withoutUnanswered(all);
  const items = withoutThinkingOnly(answered.filter((item) => !isBlank(item)))
    .map((item) => withoutForeignThinking(item, family))
    .filter((item) => item !== undefined)
    .filter((item) => item.node.type !== "assistant" || item.message !== undefined);
  return { items, dangling, family };
}

function sessionFamily(items: readonly Item[]): Family {
  const last = items.findLast(
    (item) => item.node.type === "assistant" && item.message !== undefined && modelOf(item) !== "<synthetic>",
  );
  return familyOf(last === undefined ? undefined : modelOf(last)) ?? defaultFamily;
}

/** Lines all of whose calls have no result; the last message's calls are kept, to be answered by a notice. */
function withoutUnanswered(items: readonly Item[]): {
  readonly items: readonly Item[];
  readonly dangling: readonly CallId[];
} {
  const answered = new Set(items.flatMap((item) => item.node.results.map((result) => result.callId)));
  const isUnanswered = (item: Item): boolean => {
    const ids = callIds(item);
    return ids.length > 0 && ids.every((id) => id === undefined || !answered.has(id));
  };
  const lastGroup = danglingGroup(items);
  const dangling = [...lastGroup]
    .flatMap((item) => callIds(item))
    .filter((id) => id !== undefined && !answered.has(id));
  return {
    items: items.filter((item) => lastGroup.has(item) || !isUnanswered(item)),
    dangling: dangling.filter((id) => id !== undefined),
  };
}

function callIds(item: Item): readonly (CallId | undefined)[] {
  if (item.node.type !== "assistant") return [];
  return item.blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
}

/** The last message's lines, if nothing but results, attachments and system lines follow them. */
function danglingGroup(items: readonly Item[]): ReadonlySet<Item> {
  const end = items.findLastIndex(
    (item) => item.node.type === "assistant" || (item.node.type === "user" && item.node.results.length === 0),
  );
  const last = items[end];
  if (last === undefined || last.node.type !== "assistant") return new Set();
  return new Set(items.filter((item) => item.node.type === "assistant" && item.node.messageId === last.node.messageId));
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

const rawLength = ({ content }: Pick<Item, "content">): number =>
  arrayField({ content: content ?? null }, "content")?.length ?? 0;

const isThinkingBlock = (block: Block): boolean => block.type === "thinking" || block.type === "redacted_thinking";

function withoutThinkingOnly(items: readonly Item[]): readonly Item[] {
  const isThinkingOnly = (item: Item): boolean =>
    item.node.type === "assistant" && item.blocks.length > 0 && item.blocks.every(isThinkingBlock);
  const spoken = new Set(
    items.filter((item) => item.node.type === "assistant" && !isThinkingOnly(item)).map((item) => item.node.messageId),
  );
  return items.filter((item) => !isThinkingOnly(item) || spoken.has(item.node.messageId));
}

/** Signed thinking belongs to the model that signed it. */
function withoutForeignThinking(item: Item, family: Family): Item | undefined {
  const model = modelOf(item);
  if (item.node.type !== "assistant" || model === undefined || model === "<synthetic>" || familyOf(model) === family)
    return item;
  const isForeign = (block: Block): boolean =>
    block.type === "redacted_thinking" || (block.type === "thinking" && block.signature !== "");
  const blocks = item.blocks.filter((block) => !isForeign(block));
  if (blocks.length === item.blocks.length) return item;
  return blocks.length === 0 ? undefined : { ...item, blocks };
}
