// The requests of a session before and after -> about how many tokens of each sort of content a plan saves.
import { type ContentKind, type RequestMessage, type RequestSize, contentKinds, requestSize } from "../graph/index.ts";

export type Savings = {
  readonly before: RequestSize;
  readonly after: RequestSize;
  /** Before less after; below zero where a plan adds. */
  readonly saved: RequestSize;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly savedTokens: number;
};

export function savingsOf(before: readonly RequestMessage[], after: readonly RequestMessage[]): Savings {
  return savingsBetween(requestSize(before), requestSize(after));
}

export function savingsBetween(old: RequestSize, now: RequestSize): Savings {
  const less = (kind: ContentKind): number => old[kind] - now[kind];
  const saved: RequestSize = {
    text: less("text"),
    thinking: less("thinking"),
    tool_use: less("tool_use"),
    tool_result: less("tool_result"),
    image: less("image"),
    other: less("other"),
  };
  return {
    before: old,
    after: now,
    saved,
    beforeTokens: sum(old),
    afterTokens: sum(now),
    savedTokens: sum(saved),
  };
}

const sum = (size: RequestSize): number => contentKinds.reduce((total, kind) => total + size[kind], 0);
