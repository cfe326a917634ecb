// Data: the public list prices of Claude models in USD per million tokens, with the day they were last checked and where.
import type { ModelPrice, PriceList } from "./price-list.ts";

/** The usual relation of cache prices to the input price. */
function standard(input: number, output: number): Omit<ModelPrice, "model"> {
  return { input, output, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2, cacheRead: input * 0.1 };
}

/** Until it ended, a request of more than 200,000 tokens cost twice the input and half as much again for the output. */
const longBeta = { long: { over: 200_000, input: 2, output: 1.5 } } as const;
/** The day the long window became part of the standard price for the 4.6 models. */
const longIncluded = "2026-03-13";
/** Fast mode was half as dear in its first days. */
const fastAtFullPrice = "2026-02-17";

export const listPrices: PriceList = {
  date: "2026-10-10",
  sources: [
    "https://platform.claude.com/docs/en/about-claude/pricing",
    "https://platform.claude.com/docs/en/build-with-claude/fast-mode",
    "https://platform.claude.com/docs/en/manage-claude/data-residency",
    "https://platform.claude.com/docs/en/models/opus-5-5/overview",
    "https://platform.claude.com/docs/en/models/sonnet-5-5/overview",
    "https://platform.claude.com/docs/en/models/haiku-5-5/overview",
    "https://code.claude.com/docs/en/fast-mode",
    "https://platform.claude.com/docs/en/release-notes/overview",
  ],
  webSearch: 0.01,
  batch: 0.5,
  us: 1.1,
  models: [
    // 1.25 times 0.25 would be 0.3125: the list says 0.30, and 0.03 for reading.
    { model: "claude-3-haiku", input: 0.25, output: 1.25, cacheWrite5m: 0.3, cacheWrite1h: 0.5, cacheRead: 0.03 },
    { model: "claude-3-sonnet", ...standard(3, 15) },
    { model: "claude-3-opus", ...standard(15, 75) },
    { model: "claude-3-5-haiku", ...standard(0.8, 4) },
    { model: "claude-3-5-sonnet", ...standard(3, 15) },
    { model: "claude-3-7-sonnet", ...standard(3, 15) },
    { model: "claude-sonnet-4", aliases: ["claude-sonnet-4-0", "claude-4-sonnet"], ...standard(3, 15), ...longBeta },
    { model: "claude-opus-4", aliases: ["claude-opus-4-0", "claude-4-opus"], ...standard(15, 75) },
    { model: "claude-opus-4-1", ...standard(15, 75) },
    { model: "claude-sonnet-4-5", ...standard(3, 15), ...longBeta },
    { model: "claude-haiku-4-5", ...standard(1, 5) },
    { model: "claude-opus-4-5", ...standard(5, 25) },
    { model: "claude-opus-4-6", until: fastAtFullPrice, ...standard(5, 25), ...longBeta, fast: 3 },
    { model: "claude-opus-4-6", from: fastAtFullPrice, until: longIncluded, ...standard(5, 25), ...longBeta, fast: 6 },
    { model: "claude-opus-4-6", from: longIncluded, ...standard(5, 25), fast: 6 },
    { model: "claude-sonnet-4-6", until: longIncluded, ...standard(3, 15), ...longBeta },
    { model: "claude-sonnet-4-6", from: longIncluded, ...standard(3, 15) },
    { model: "claude-opus-4-7", ...standard(5, 25), fast: 6 },
    { model: "claude-opus-4-8", ...standard(5, 25), fast: 2 },
    { model: "claude-fable-5", ...standard(10, 50) },
    { model: "claude-mythos-5", ...standard(10, 50) },
    { model: "claude-sonnet-5", ...standard(2, 10) },
    { model: "claude-opus-5", ...standard(5, 25), fast: 2 },
    { model: "claude-fable-5-1", ...standard(10, 50), cacheRead: 0.25 },
    { model: "claude-mythos-5-1", ...standard(10, 50), cacheRead: 0.25 },
    { model: "claude-opus-5-5", ...standard(4, 20), cacheRead: 0.2, fast: 2 },
    { model: "claude-sonnet-5-5", ...standard(2, 10) },
    { model: "claude-haiku-5-5", ...standard(0.1, 0.5), long: { over: 100_000, input: 5, output: 5 } },
  ],
};
