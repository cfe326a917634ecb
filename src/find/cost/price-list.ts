// A price list as data, or as the JSON of a person's own file -> checked prices; what is wrong in a file is named by its place.
import {
  type JsonObject,
  arrayField,
  field,
  isObject,
  numberField,
  objectField,
  stringField,
} from "../../format/index.ts";
import { WorldError } from "../../store/index.ts";

/** USD per million tokens. */
export type ModelPrice = {
  /** Without maker, cloud, region and date: `claude-opus-4-5`. */
  readonly model: string;
  readonly aliases?: readonly string[];
  /** Days in universal time: from the first on, and before the other. */
  readonly from?: string;
  readonly until?: string;
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
  /** A request with more tokens of input than this costs these times as much, all of it. */
  readonly long?: { readonly over: number; readonly input: number; readonly output: number };
  /** Times as much in fast mode; a model without it has none. */
  readonly fast?: number;
};

export type PriceList = {
  /** The day it was last checked. */
  readonly date: string;
  readonly sources: readonly string[];
  /** USD for each search. */
  readonly webSearch: number;
  /** Times as much in a batch. */
  readonly batch: number;
  /** Times as much where the request must stay in the United States. */
  readonly us: number;
  readonly models: readonly ModelPrice[];
};

/** The person's own prices stand before ours, model by model; what their file does not say stays as it is. */
export function overridePrices(text: string, path: string, ours: PriceList): PriceList {
  const file = parsed(text, path);
  const models = arrayField(file, "models");
  if (models === undefined) throw refusal(path, `"models" must be a list`);
  const own = models.map((model, at) => modelPrice(model, `${path}: models[${at}]`));
  const replaced = new Set(own.flatMap(namesOf));
  return {
    date: day(file, "date", path) ?? ours.date,
    sources: [path, ...ours.sources],
    webSearch: price(file, "webSearch", path) ?? ours.webSearch,
    batch: price(file, "batch", path) ?? ours.batch,
    us: price(file, "us", path) ?? ours.us,
    models: [...own, ...ours.models.filter((model) => !namesOf(model).some((name) => replaced.has(name)))],
  };
}

export const namesOf = ({ model, aliases = [] }: ModelPrice): readonly string[] => [model, ...aliases];

function parsed(text: string, path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw refusal(path, "it is not a JSON object");
}

function modelPrice(value: unknown, place: string): ModelPrice {
  if (!isObject(value)) throw refusal(place, "it is not an object");
  const model = stringField(value, "model");
  if (model === undefined || model === "") throw refusal(place, `"model" must name a model`);
  const input = price(value, "input", place);
  const output = price(value, "output", place);
  if (input === undefined || output === undefined) throw refusal(place, `"input" and "output" must be prices`);
  const long = longPrice(value, place);
  const fast = price(value, "fast", place);
  const from = day(value, "from", place);
  const until = day(value, "until", place);
  return {
    model,
    aliases: (arrayField(value, "aliases") ?? []).filter((alias) => typeof alias === "string"),
    input,
    output,
    cacheWrite5m: price(value, "cacheWrite5m", place) ?? input * 1.25,
    cacheWrite1h: price(value, "cacheWrite1h", place) ?? input * 2,
    cacheRead: price(value, "cacheRead", place) ?? input * 0.1,
    ...(long && { long }),
    ...(fast !== undefined && { fast }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

function longPrice(value: JsonObject, place: string): ModelPrice["long"] {
  const long = objectField(value, "long");
  if (long === undefined) return undefined;
  const over = numberField(long, "over");
  if (over === undefined || !(over >= 0)) throw refusal(place, `"long" needs "over": a number of tokens`);
  return { over, input: price(long, "input", place) ?? 1, output: price(long, "output", place) ?? 1 };
}

/** More is a slip of the pen, and sums of it would be no numbers. */
const mostPrice = 1_000_000;

function price(value: JsonObject, key: string, place: string): number | undefined {
  if (field(value, key) === undefined) return undefined;
  const number = numberField(value, key);
  if (number === undefined || !(number >= 0) || number > mostPrice)
    throw refusal(place, `"${key}" must be a number from 0 to ${mostPrice}`);
  return number;
}

function day(value: JsonObject, key: string, place: string): string | undefined {
  if (field(value, key) === undefined) return undefined;
  const text = stringField(value, key) ?? "";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw refusal(place, `"${key}" must be a day like 2026-03-01`);
  return text;
}

function refusal(place: string, what: string): WorldError {
  return new WorldError("bad-argument", `${place} is no list of prices: ${what}`, {
    hint: `write {"date":"2026-03-01","models":[{"model":"claude-opus-4-5","input":5,"output":25}]}, in USD per million tokens`,
  });
}
