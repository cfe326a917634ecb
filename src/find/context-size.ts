// Items and what the API counted -> tokens of each item, an estimate that adds up with the rest to the counted total.
import type { ContextScale, Message } from "../graph/index.ts";
import type { Item } from "./context-item.ts";

export type Measured = {
  /** What the request held, and what the model answered. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** All of it: the context when the message was done. */
  readonly tokens: number;
  readonly messageId: string;
  readonly model: string;
  readonly line: number;
  /** `floor`: the client never wrote how many tokens the answer had in the end. */
  readonly grade: "exact" | "floor";
};

export type Sized = {
  readonly tokens: readonly number[];
  /** The system prompt, the tools and whatever else the log does not show; undefined when nothing was measured. */
  readonly unseenTokens: number | undefined;
  readonly bytesPerToken: number;
  /** What each picture was taken for. */
  readonly imageTokens: number;
  /**
   * `two points`: from the growth between two measured messages; `one point`: from one; `source`: as it was in the session that
   * this one was made of; `rule of thumb`: from nothing.
   */
  readonly calibration: "two points" | "one point" | "source" | "rule of thumb";
};

/** A picture costs about this much, whatever its bytes. */
export const imageTokens = 1500;
export const ruleOfThumb = 4;
/** Figures outside come from other causes than the text. */
const [leastBytesPerToken, mostBytesPerToken] = [1.5, 8];
/** Less text than this between two measurements tells nothing. */
const leastGrowthBytes = 4000;

export function measuredOf(message: Message, line: number): Measured | undefined {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, id, model, isApiError, stopReason } = message;
  const cacheWriteTokens = cacheWrite5m + cacheWrite1h;
  const tokens = input + output + cacheRead + cacheWriteTokens;
  if (tokens === 0 || isApiError) return undefined;
  return {
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens,
    tokens,
    messageId: id,
    model,
    line,
    grade: stopReason === undefined ? "floor" : "exact",
  };
}

export type Known = {
  /** The measured messages at both ends of what is sent. */
  readonly first: Measured | undefined;
  readonly last: Measured | undefined;
  /** By which the session was reckoned that this one was made of. */
  readonly carried: ContextScale | undefined;
};

export function sizeItems(items: readonly Item[], { first, last, carried }: Known): Sized {
  const end = last === undefined ? -1 : items.findLastIndex((item) => item.source?.messageId === last.messageId);
  if (last === undefined || end < 0) return unmeasured(items, carried);
  const told = items.slice(0, end + 1);
  const growth = first === undefined ? undefined : growthRate(items, { first, last, end });
  const [bytes, images] = [bytesIn(told), imagesIn(told)];
  // Small pictures cost less than a usual one: they never take all that was counted.
  const each = images === 0 ? imageTokens : Math.min(imageTokens, (last.tokens * 0.8) / images);
  const room = last.tokens - images * each;
  const rate = growth ?? carried?.bytesPerToken ?? ruleOfThumb;
  // The text alone never takes more than was counted.
  const bytesPerToken = Math.max(rate, bytes / room);
  const tokens = spread(items, bytesPerToken, each);
  const seen = tokens.slice(0, end + 1).reduce((sum, count) => sum + count, 0);
  return {
    tokens,
    unseenTokens: Math.max(0, last.tokens - seen),
    bytesPerToken,
    imageTokens: each,
    calibration: growth === undefined ? "one point" : "two points",
  };
}

function unmeasured(items: readonly Item[], carried: ContextScale | undefined): Sized {
  const { bytesPerToken, imageTokens: each } = carried ?? { bytesPerToken: ruleOfThumb, imageTokens };
  return {
    tokens: spread(items, bytesPerToken, each),
    unseenTokens: carried?.unseenTokens,
    bytesPerToken,
    imageTokens: each,
    calibration: carried === undefined ? "rule of thumb" : "source",
  };
}

type Ends = { readonly first: Measured; readonly last: Measured; readonly end: number };

/** Between two messages everything but the text stays the same. */
function growthRate(items: readonly Item[], { first, last, end }: Ends): number | undefined {
  const begin = items.findIndex((item) => item.source?.messageId === first.messageId);
  if (begin < 0 || first.messageId === last.messageId) return undefined;
  const between = items.slice(begin, end + 1);
  const grownTokens = last.tokens - (first.tokens - first.outputTokens) - imagesIn(between) * imageTokens;
  const grownBytes = bytesIn(between);
  const rate = grownBytes / grownTokens;
  return grownBytes >= leastGrowthBytes && rate >= leastBytesPerToken && rate <= mostBytesPerToken ? rate : undefined;
}

/** Whole tokens whose sum is the rounded sum. */
function spread(items: readonly Item[], bytesPerToken: number, each = imageTokens): readonly number[] {
  let exact = 0;
  let given = 0;
  return items.map(({ sizeBytes, images }) => {
    exact += sizeBytes / bytesPerToken + images * each;
    const count = Math.round(exact) - given;
    given += count;
    return count;
  });
}

const bytesIn = (items: readonly Item[]): number => items.reduce((sum, item) => sum + item.sizeBytes, 0);
const imagesIn = (items: readonly Item[]): number => items.reduce((sum, item) => sum + item.images, 0);
