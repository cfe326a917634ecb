// The tokens of one message -> the usage object on each of its lines, by the rule of the version; adds what can be known to the truth.
import type { JsonObject } from "./json.ts";
import type { Rng } from "./rng.ts";
import type { Truth } from "./truth.ts";
import type { Version } from "./versions.ts";

export type Tokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheCreate: number;
  readonly cacheRead: number;
  readonly cache: "5m" | "1h";
};

/** One figure per line of the message, and whether the line carries a stop_reason. */
export type LineUsage = { readonly output: number; readonly final: boolean };

export function lineUsages(
  version: Version,
  tokens: Tokens,
  draw: { readonly lines: number; readonly rng: Rng },
): readonly LineUsage[] {
  const { lines, rng } = draw;
  const final = { output: tokens.output, final: true };
  const early = { output: Math.min(tokens.output, rng.int(1, 8)), final: false };
  return Array.from({ length: lines }, (_, line) => {
    switch (version.usage) {
      case "final":
        return final;
      case "start":
        return early;
      case "race":
        return line === 0 && lines > 1 ? early : final;
    }
  });
}

export function countTokens(truth: Truth, tokens: Tokens, lines: readonly LineUsage[]): void {
  truth.tokens.input += tokens.input;
  truth.tokens.output += Math.max(...lines.map((line) => line.output));
  truth.tokens[tokens.cache === "5m" ? "cacheCreate5m" : "cacheCreate1h"] += tokens.cacheCreate;
  truth.tokens.cacheRead += tokens.cacheRead;
}

export function usageObject(version: Version, tokens: Tokens, output: number): JsonObject {
  const [fiveMinutes, oneHour] = tokens.cache === "5m" ? [tokens.cacheCreate, 0] : [0, tokens.cacheCreate];
  const input = {
    input_tokens: tokens.input,
    cache_creation_input_tokens: tokens.cacheCreate,
    cache_read_input_tokens: tokens.cacheRead,
  };
  if (version.keys === "early") {
    const cache_creation = { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: oneHour };
    return { ...input, cache_creation, output_tokens: output, service_tier: "standard" };
  }
  const newest = version.attachments === "rendered";
  return {
    ...input,
    output_tokens: output,
    output_tokens_details: newest ? { thinking_tokens: 0 } : undefined,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
    cache_creation: { ephemeral_1h_input_tokens: oneHour, ephemeral_5m_input_tokens: fiveMinutes },
    inference_geo: newest ? "" : "not_available",
    iterations: [],
    speed: "standard",
    fallback_credit: newest ? null : undefined,
  };
}
