// `message.usage` of assistant lines -> tokens counted once per message: of its lines the one with the greatest output counts.
import { type Json, type JsonObject, isObject, numberField, objectField } from "../format/index.ts";

export type Tokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
};

/** Stands on an answer's line when what it and those before it counted is not what is sent any more. Clients do not look at it. */
export const recountedKey = "clewRecounted";

/** How what is sent was reckoned when the count was still true; stands as the value of that mark, where anybody knew it. */
export type ContextScale = {
  readonly bytesPerToken: number;
  /** The system prompt, the tools and what else was counted but is not in the log. */
  readonly unseenTokens: number;
  /** Of each picture. */
  readonly imageTokens: number;
};

/** A log may say anything. */
export function scaleIn(mark: Json | undefined): ContextScale | undefined {
  if (!isObject(mark)) return undefined;
  const [bytesPerToken, imageTokens] = [numberField(mark, "bytesPerToken"), numberField(mark, "imageTokens")];
  const unseenTokens = countIn(mark, "unseenTokens");
  if (unseenTokens === undefined || !isPositive(bytesPerToken) || !isPositive(imageTokens)) return undefined;
  return { bytesPerToken, unseenTokens, imageTokens };
}

const isPositive = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && Number.isFinite(value);

export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

export function tokensOf(message: JsonObject): Tokens | undefined {
  const usage = objectField(message, "usage");
  if (usage === undefined) return undefined;
  const created = objectField(usage, "cache_creation") ?? {};
  const hour = countIn(created, "ephemeral_1h_input_tokens") ?? 0;
  const written = countIn(usage, "cache_creation_input_tokens") ?? 0;
  return {
    input: countIn(usage, "input_tokens") ?? 0,
    output: countIn(usage, "output_tokens") ?? 0,
    cacheRead: countIn(usage, "cache_read_input_tokens") ?? 0,
    // Older lines tell only the sum; what is not said to last an hour lasts five minutes.
    cacheWrite5m: countIn(created, "ephemeral_5m_input_tokens") ?? Math.max(0, written - hour),
    cacheWrite1h: hour,
  };
}

/** What is no count (below zero, a fraction, beyond all counting) tells nothing. */
export function countIn(object: JsonObject, key: string): number | undefined {
  const value = numberField(object, key);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
  };
}
