// Counted messages and a price list -> what each one costs, part by part, and how sure that is; a model not in the list has no price.
import { messageApiError, messageCounted, messageStopped, syntheticModel } from "../../graph/index.ts";
import type { Counted } from "../stats/counted.ts";
import { modelName } from "./model-name.ts";
import { type ModelPrice, type PriceList, namesOf } from "./price-list.ts";

/** How sure the cost of a row is; bits, for a message can have several shortcomings. */
export const notSpend = 1;
export const notFinal = 2;
export const fromCloud = 4;
export const unknownModel = 8;
export const unknownVariant = 16;
export const notCounted = 32;

/** By row of `Counted.messages`, in USD. */
export type MessageCosts = {
  readonly marks: Uint8Array;
  readonly input: Float64Array;
  readonly output: Float64Array;
  readonly cacheWrite: Float64Array;
  readonly cacheRead: Float64Array;
  readonly webSearch: Float64Array;
};

const million = 1_000_000;

export function priceMessages({ messages, models, variants, timeOr }: Counted, list: PriceList): MessageCosts {
  const rows = messages.count;
  const costs = {
    marks: new Uint8Array(rows),
    input: new Float64Array(rows),
    output: new Float64Array(rows),
    cacheWrite: new Float64Array(rows),
    cacheRead: new Float64Array(rows),
    webSearch: new Float64Array(rows),
  };
  const byModel = pricesByModel(models, list);
  const byVariant = variants.map((variant) => factorOf(variant, list));
  const isSynthetic = models.map((model) => model === syntheticModel);
  for (let row = 0; row < rows; row++) costs.marks[row] = price(row);
  return costs;

  function price(row: number): number {
    const input = messages.input[row] ?? 0;
    const output = messages.output[row] ?? 0;
    const read = messages.cacheRead[row] ?? 0;
    const written = messages.cacheWrite[row] ?? 0;
    const searches = messages.webSearches[row] ?? 0;
    const flags = messages.flags[row] ?? 0;
    const model = messages.models[row] ?? 0;
    const isNothing = input + output + read + written + searches === 0;
    const isCounted = (flags & messageCounted) !== 0;
    if (isSynthetic[model] === true || (flags & messageApiError) !== 0) return notSpend;
    if (isNothing) return isCounted ? notSpend : notCounted;
    const unfinished = !isCounted ? notCounted : (flags & messageStopped) === 0 ? notFinal : 0;
    const known = byModel[model];
    const rates = known?.at(timeOr(messages.times[row], messages.logs[row] ?? 0));
    if (known === undefined || rates === undefined) return unfinished | unknownModel;
    const variant = byVariant[messages.variants[row] ?? 0];
    const factor = variant?.(rates);
    if (factor === undefined) return unfinished | unknownVariant;
    const isLong = rates.long !== undefined && input + read + written > rates.long.over;
    const inputFactor = (factor * (isLong ? (rates.long?.input ?? 1) : 1)) / million;
    const outputFactor = (factor * (isLong ? (rates.long?.output ?? 1) : 1)) / million;
    const hour = Math.min(messages.cacheWrite1h[row] ?? 0, written);
    costs.input[row] = input * rates.input * inputFactor;
    costs.output[row] = output * rates.output * outputFactor;
    costs.cacheRead[row] = read * rates.cacheRead * inputFactor;
    costs.cacheWrite[row] = ((written - hour) * rates.cacheWrite5m + hour * rates.cacheWrite1h) * inputFactor;
    costs.webSearch[row] = searches * list.webSearch;
    return unfinished | (known.isFromCloud ? fromCloud : 0);
  }
}

type DatedPrices = { readonly isFromCloud: boolean; readonly at: (ms: number) => ModelPrice | undefined };

function pricesByModel(models: readonly string[], list: PriceList): readonly (DatedPrices | undefined)[] {
  const known = new Map<string, ModelPrice[]>();
  for (const price of list.models) {
    for (const spelling of namesOf(price)) {
      const { name } = modelName(spelling);
      const dated = known.get(name);
      if (dated === undefined) known.set(name, [price]);
      else dated.push(price);
    }
  }
  return models.map((spelling) => {
    const { name, isFromCloud } = modelName(spelling);
    const dated = known.get(name);
    return dated === undefined ? undefined : { isFromCloud, at: datedPrice(dated) };
  });
}

function datedPrice(prices: readonly ModelPrice[]): (ms: number) => ModelPrice | undefined {
  const spans = prices.map((price) => ({
    price,
    fromMs: price.from === undefined ? -Infinity : Date.parse(price.from),
    untilMs: price.until === undefined ? Infinity : Date.parse(price.until),
  }));
  return (ms) => spans.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)?.price;
}

/** `service_tier=batch speed=fast inference_geo=us` -> times as much; undefined where the list does not say. */
function factorOf(variant: string, list: PriceList): (price: ModelPrice) => number | undefined {
  const pairs = variant.split(" ").filter((pair) => pair !== "");
  return (price) => {
    let factor = 1;
    for (const pair of pairs) {
      const times = pairFactor(pair, price, list);
      if (times === undefined) return undefined;
      factor *= times;
    }
    return factor;
  };
}

function pairFactor(pair: string, { fast }: ModelPrice, { batch, us }: PriceList): number | undefined {
  switch (pair) {
    case "service_tier=batch":
      return batch;
    case "speed=fast":
      return fast;
    case "inference_geo=us":
      return us;
    // What is bought in advance, and what is new, has no price in the list.
    default:
      return undefined;
  }
}
