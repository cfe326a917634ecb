// What a source and its result weigh -> the tokens of both as `clew context` tells them, and what the result saves of each sort of content.
import { type ContextBlock, contextBlocks } from "./context-item.ts";
import { type Amounts, type ContextWeight, nothing } from "./context-weight.ts";

export type ContextSavings = {
  /** Tokens of each sort of content, before less after; below zero where the result has more. */
  readonly saved: Amounts;
  /** With what the log does not show, where that is known. */
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly savedTokens: number;
  readonly isUnseenKnown: boolean;
  /** Which of the two totals `clew context` tells as well. */
  readonly told: "both" | "before" | "after";
};

export type SavingsOptions = {
  /** The source is broken: its last count is of what it was when it was whole, and says nothing of what it sends now. */
  readonly source: "broken";
};

export function contextSavings(before: ContextWeight, after: ContextWeight, options?: SavingsOptions): ContextSavings {
  if (options?.source === "broken") return { ...byOneScale(after.scale, before, after), told: "after" };
  if (isSameScale(before.scale, after.scale)) return { ...byOneScale(before.scale, before, after), told: "both" };
  // A result that ends before the first count has none to go by: the source's is better than a rule of thumb.
  if (after.scale.unseenTokens === undefined || before.scale.unseenTokens === undefined)
    return { ...byOneScale(before.scale, before, after), told: "before" };
  return { ...byOwnScales(before, after), told: "both" };
}

type Scale = ContextWeight["scale"];
type Figures = Omit<ContextSavings, "told">;

const isSameScale = (one: Scale, other: Scale): boolean =>
  one.bytesPerToken === other.bytesPerToken &&
  one.imageTokens === other.imageTokens &&
  one.unseenTokens === other.unseenTokens;

function byOneScale(scale: Scale, before: ContextWeight, after: ContextWeight): Figures {
  const [old, now] = [tokensBy(scale, before), tokensBy(scale, after)];
  const beforeTokens = sum(old) + (scale.unseenTokens ?? 0);
  const savedTokens = sum(old) - sum(now);
  return {
    saved: less(old, now),
    beforeTokens,
    afterTokens: beforeTokens - savedTokens,
    savedTokens,
    isUnseenKnown: scale.unseenTokens !== undefined,
  };
}

/** Text that costs more or less than this for each token is not what the two counts differ by. */
const [leastBytesPerToken, mostBytesPerToken] = [1, 12];

/** Both were counted: how far the counts are apart says what the text between them costs. */
function byOwnScales(before: ContextWeight, after: ContextWeight): Figures {
  const totalOf = (one: ContextWeight): number => sum(tokensBy(one.scale, one)) + (one.scale.unseenTokens ?? 0);
  const [beforeTokens, afterTokens] = [totalOf(before), totalOf(after)];
  const savedTokens = beforeTokens - afterTokens;
  const images = Math.round((before.amounts.image - after.amounts.image) * before.scale.imageTokens);
  const bytes = sum(less(before.amounts, after.amounts)) - (before.amounts.image - after.amounts.image);
  const rate = bytes / (savedTokens - images);
  const isLikely = rate >= leastBytesPerToken && rate <= mostBytesPerToken;
  const scale = isLikely ? { ...before.scale, bytesPerToken: rate } : before.scale;
  const saved = less(tokensBy(scale, before), tokensBy(scale, after));
  const rest = isLikely ? greatest(saved) : "other";
  return {
    saved: { ...saved, [rest]: saved[rest] + savedTokens - sum(saved) },
    beforeTokens,
    afterTokens,
    savedTokens,
    isUnseenKnown: true,
  };
}

function tokensBy({ bytesPerToken, imageTokens }: Scale, { amounts }: ContextWeight): Amounts {
  return each((block) => Math.round(block === "image" ? amounts.image * imageTokens : amounts[block] / bytesPerToken));
}

const less = (one: Amounts, other: Amounts): Amounts => each((block) => one[block] - other[block]);
const sum = (amounts: Amounts): number => contextBlocks.reduce((total, block) => total + amounts[block], 0);

const greatest = (amounts: Amounts): ContextBlock =>
  contextBlocks.reduce((most, block) => (Math.abs(amounts[block]) > Math.abs(amounts[most]) ? block : most));

function each(of: (block: ContextBlock) => number): Amounts {
  const amounts: Record<ContextBlock, number> = { ...nothing };
  for (const block of contextBlocks) amounts[block] = of(block);
  return amounts;
}
