// Priced messages, one after the other -> the sums of their group; nothing is kept of the single message.
import type { Counted } from "../stats/counted.ts";
import {
  type MessageCosts,
  fromCloud,
  notCounted,
  notFinal,
  notSpend,
  unknownModel,
  unknownVariant,
} from "./price-message.ts";

export type Spend = ReturnType<typeof emptySpend>;

export function emptySpend() {
  return {
    inputUsd: 0,
    outputUsd: 0,
    cacheWriteUsd: 0,
    cacheReadUsd: 0,
    webSearchUsd: 0,
    webSearches: 0,
    /** Those of which the log does not tell how many searches they were. */
    uncounted: 0,
    input: 0,
    output: 0,
    cacheWrite: 0,
    cacheRead: 0,
    /** How many messages have which marks: there are few combinations. */
    marks: new Map<number, number>(),
    /** Places of models and variants without a price -> messages. */
    models: new Map<number, number>(),
    variants: new Map<number, number>(),
    logs: new Set<number>(),
    lastLog: -1,
  };
}

export type PricedRow = { readonly counted: Counted; readonly costs: MessageCosts; readonly row: number };

export function addMessage(spend: Spend, priced: PricedRow): void {
  addShare(spend, priced, 1);
}

/** A part of a message; of how many there are, each part counts as one. */
export function addShare(spend: Spend, { counted: { messages }, costs, row }: PricedRow, share: number): void {
  const marks = costs.marks[row] ?? 0;
  if ((marks & notSpend) !== 0) return;
  spend.inputUsd += share * (costs.input[row] ?? 0);
  spend.outputUsd += share * (costs.output[row] ?? 0);
  spend.cacheWriteUsd += share * (costs.cacheWrite[row] ?? 0);
  spend.cacheReadUsd += share * (costs.cacheRead[row] ?? 0);
  spend.webSearchUsd += share * (costs.webSearch[row] ?? 0);
  spend.webSearches += share * (messages.webSearches[row] ?? 0);
  spend.input += share * (messages.input[row] ?? 0);
  spend.output += share * (messages.output[row] ?? 0);
  spend.cacheWrite += share * (messages.cacheWrite[row] ?? 0);
  spend.cacheRead += share * (messages.cacheRead[row] ?? 0);
  const log = messages.logs[row] ?? 0;
  if (spend.lastLog !== log) {
    spend.lastLog = log;
    spend.logs.add(log);
  }
  increment(spend.marks, marks);
  if ((marks & unknownModel) !== 0) increment(spend.models, messages.models[row] ?? 0);
  if ((marks & unknownVariant) !== 0) increment(spend.variants, messages.variants[row] ?? 0);
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Each message is graded by its worst mark, and counted under every one of them. */
export function addMarks({ marks }: Spend) {
  const sums = {
    exact: 0,
    floor: 0,
    unpriced: 0,
    notFinal: 0,
    notCounted: 0,
    fromCloud: 0,
    unknownModel: 0,
    unknownVariant: 0,
  };
  for (const [bits, count] of marks) {
    const isUnpriced = (bits & (unknownModel | unknownVariant)) !== 0;
    if (isUnpriced) sums.unpriced += count;
    else if (bits === 0) sums.exact += count;
    else sums.floor += count;
    if ((bits & notFinal) !== 0) sums.notFinal += count;
    if ((bits & notCounted) !== 0) sums.notCounted += count;
    if ((bits & fromCloud) !== 0) sums.fromCloud += count;
    if ((bits & unknownModel) !== 0) sums.unknownModel += count;
    if ((bits & unknownVariant) !== 0) sums.unknownVariant += count;
  }
  return sums;
}

export function unknownNames(counts: ReadonlyMap<number, number>, labels: readonly string[]): readonly string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([at]) => labels[at] ?? "");
}
