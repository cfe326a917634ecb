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

/** The figures of one line of the message, and whether the line carries a stop_reason. */
export type LineUsage = { readonly output: number; readonly final: boolean; readonly rest: "told" | "zero" };

/** How the figure of a message runs over its lines, beside the rule of its version; the greatest never stands on thinking. */
export type UsageCourse = "plain" | "growing" | "peak" | "tie";

export function lineUsages(
  version: Version,
  tokens: Tokens,
  draw: { readonly lines: readonly ("thinking" | "other")[]; readonly rng: Rng; readonly course?: UsageCourse },
): readonly LineUsage[] {
  const { lines, rng, course = "plain" } = draw;
  const final = { output: tokens.output, final: true, rest: "told" } as const;
  const early = { output: Math.min(tokens.output, rng.int(1, 8)), final: false, rest: "told" } as const;
  if (course !== "plain") return lines.map((_, line) => onCourse(course, line));
  return lines.map((_, line) => {
    switch (version.usage) {
      case "final":
        return final;
      case "start":
        return early;
      case "race":
        return line === 0 && lines.length > 1 ? early : final;
    }
  });

  function onCourse(drawn: Exclude<UsageCourse, "plain">, line: number): LineUsage {
    const isLast = line === lines.length - 1;
    switch (drawn) {
      case "growing":
        return { ...final, output: Math.ceil((tokens.output * (line + 1)) / lines.length), final: isLast };
      case "peak":
        return line === lines.indexOf("other") ? final : early;
      case "tie":
        return { ...final, rest: isLast ? "told" : "zero" };
    }
  }
}

export function countTokens(truth: Truth, tokens: Tokens, lines: readonly LineUsage[]): void {
  truth.usage.inputTokens += tokens.input;
  truth.usage.outputTokens += Math.max(...lines.map((line) => line.output));
  truth.usage.cacheWriteTokens += tokens.cacheCreate;
  if (tokens.cache === "1h") truth.cacheWrite1hTokens += tokens.cacheCreate;
  truth.usage.cacheReadTokens += tokens.cacheRead;
}

export function usageObject(version: Version, told: Tokens, { output, rest }: LineUsage): JsonObject {
  const tokens = rest === "told" ? told : { ...told, input: 0, cacheCreate: 0, cacheRead: 0 };
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
