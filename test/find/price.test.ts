// Names of models, days and ways of asking -> the price that holds; a person's own prices, and what is refused in them.
import { describe, expect, test } from "vitest";
import { WorldError } from "../../src/store/index.ts";
import { censusOf, costBy, listPrices, modelName, overridePrices } from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { type Usage, lines, surveyOf } from "./stats-log.ts";

const million = 1_000_000;
const usd = (sum: number): number => Number(sum.toFixed(9));

/** What a message with these tokens costs. */
function cost(usage: Usage, prices = listPrices): number | string {
  const text = lines()
    .message("m1", { input: 0, output: 0, ...usage })
    .text();
  const [total] = costBy(censusOf(surveyOf({ s1: text })), { scope: {}, days: daysIn("UTC"), prices });
  if (total === undefined) return "nothing";
  return total.grade === "unpriced" ? (total.reasons[0]?.code ?? "") : usd(total.costUsd);
}

describe("a model is known", () => {
  test.each([
    ["claude-opus-4-5-20251101", "claude-opus-4-5", false],
    ["claude-opus-4-5", "claude-opus-4-5", false],
    ["claude-3-5-sonnet-latest", "claude-3-5-sonnet", false],
    ["claude-sonnet-4-5-20250929[1m]", "claude-sonnet-4-5", false],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5", true],
    ["anthropic.claude-3-haiku-20240307-v1:0:200k", "claude-3-haiku", true],
    [
      "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-4-1-20250805-v1:0",
      "claude-opus-4-1",
      true,
    ],
    ["claude-haiku-4-5@20251001", "claude-haiku-4-5", true],
    ["anthropic/claude-opus-4.6", "claude-opus-4-6", false],
    ["gpt-6", "gpt-6", false],
  ])("%s is %s", (spelling, name, isFromCloud) => {
    expect(modelName(spelling)).toEqual({ name, isFromCloud });
  });

  test("and costs what its list price says", () => {
    const all = { input: million, output: million, cacheRead: 0, cacheWrite: 0 };
    expect(cost({ ...all, model: "claude-opus-4-1-20250805" })).toBe(90);
    expect(cost({ ...all, input: 0, model: "claude-haiku-4-5-20251001" })).toBe(5);
    expect(cost({ cacheRead: million, model: "claude-opus-5-5" })).toBe(0.2);
    expect(cost({ cacheRead: million, model: "claude-fable-5-1" })).toBe(0.25);
    expect(cost({ cacheWrite: 100, cacheWrite1h: 40, model: "claude-opus-4-5" })).toBe(
      usd((60 * 6.25 + 40 * 10) / million),
    );
  });

  test("every model of the list under its own name", () => {
    for (const { model } of listPrices.models) expect([model, modelName(model).name]).toEqual([model, model]);
    const names = listPrices.models.filter(({ from, until }) => from === undefined && until === undefined);
    expect(new Set(names.map(({ model }) => model)).size).toBe(names.length);
  });
});

describe("a price goes by", () => {
  test("the day, where it changed", () => {
    const long = { model: "claude-opus-4-6", input: 300_000 };
    expect(cost({ ...long, time: "2026-03-12T23:59:59Z" })).toBe(3);
    expect(cost({ ...long, time: "2026-03-13T00:00:00Z" })).toBe(1.5);
    const fast = { model: "claude-opus-4-6", output: million, variant: { speed: "fast" } };
    expect(cost({ ...fast, time: "2026-02-10T00:00:00Z" })).toBe(75);
    expect(cost({ ...fast, time: "2026-04-01T00:00:00Z" })).toBe(150);
  });

  test("the length of the whole request", () => {
    const model = "claude-sonnet-4-5";
    expect(cost({ model, input: 1, cacheRead: 199_999, output: 1000 })).toBe(
      usd((3 + 199_999 * 0.3 + 15_000) / million),
    );
    expect(cost({ model, input: 2, cacheRead: 199_999, output: 1000 })).toBe(
      usd((12 + 199_999 * 0.6 + 22_500) / million),
    );
    expect(cost({ model: "claude-haiku-5-5", input: 100_001 })).toBe(usd((100_001 * 0.5) / million));
  });

  test("tier, speed and region", () => {
    const usage = { model: "claude-opus-4-8", output: million };
    expect(cost({ ...usage, variant: { service_tier: "standard", inference_geo: "global" } })).toBe(25);
    expect(cost({ ...usage, variant: { service_tier: "batch" } })).toBe(12.5);
    expect(cost({ ...usage, variant: { speed: "fast" } })).toBe(50);
    expect(cost({ ...usage, variant: { inference_geo: "us", speed: "fast" } })).toBe(55);
  });

  test("nothing else: what the list does not say has no price", () => {
    const usage = { model: "claude-opus-4-8", output: million };
    expect(cost({ ...usage, model: "llama-9" })).toBe("unknown-model");
    expect(cost({ ...usage, model: "" })).toBe("unknown-model");
    expect(cost({ ...usage, model: "claude-opus-9" })).toBe("unknown-model");
    expect(cost({ ...usage, variant: { service_tier: "priority" } })).toBe("unknown-variant");
    expect(cost({ ...usage, variant: { inference_geo: "moon" } })).toBe("unknown-variant");
    expect(cost({ model: "claude-haiku-4-5", output: 1, variant: { speed: "fast" } })).toBe("unknown-variant");
  });
});

describe("a person's own prices", () => {
  const own = (file: object): ReturnType<typeof overridePrices> =>
    overridePrices(JSON.stringify(file), "p.json", listPrices);

  test("stand before ours, model by model", () => {
    const prices = own({
      date: "2026-11-01",
      models: [
        { model: "llama-9", input: 1, output: 2 },
        { model: "claude-opus-4-5", input: 1, output: 1, cacheRead: 0.5 },
      ],
    });
    expect(prices.date).toBe("2026-11-01");
    expect(cost({ model: "llama-9", output: million, cacheRead: million }, prices)).toBe(2.1);
    expect(cost({ model: "claude-opus-4-5-20251101", output: million, cacheRead: million }, prices)).toBe(1.5);
    expect(cost({ model: "claude-haiku-4-5", output: million }, prices)).toBe(5);
  });

  test("may have dates, a surcharge for long requests and names of their own", () => {
    const prices = own({
      webSearch: 1,
      models: [{ model: "m", aliases: ["n"], input: 1, output: 1, until: "2026-03-01", long: { over: 10, input: 3 } }],
    });
    expect(cost({ model: "n", input: 11, time: "2026-02-28T23:00:00Z" }, prices)).toBe(33 / million);
    expect(cost({ model: "n", input: 11, time: "2026-03-01T00:00:00Z" }, prices)).toBe("unknown-model");
    expect(cost({ model: "claude-opus-4-5", webSearches: 2 }, prices)).toBe(2);
  });

  test.each([
    ["nonsense", "it is not a JSON object"],
    ["[]", "it is not a JSON object"],
    ["{}", '"models" must be a list'],
    ['{"models":[3]}', "p.json: models[0] is no list of prices: it is not an object"],
    ['{"models":[{"input":1,"output":1}]}', '"model" must name a model'],
    ['{"models":[{"model":"m","input":1}]}', '"input" and "output" must be prices'],
    ['{"models":[{"model":"m","input":-1,"output":1}]}', '"input" must be a number from 0 to 1000000'],
    ['{"models":[{"model":"m","input":1,"output":1e308}]}', '"output" must be a number from 0 to 1000000'],
    ['{"models":[],"webSearch":1e308}', '"webSearch" must be a number from 0 to 1000000'],
    ['{"models":[{"model":"m","input":"1","output":1}]}', '"input" must be a number from 0 to 1000000'],
    ['{"models":[],"date":"soon"}', '"date" must be a day like 2026-03-01'],
  ])("%s is refused by name", (text, words) => {
    expect(() => overridePrices(text, "p.json", listPrices)).toThrow(WorldError);
    expect(() => overridePrices(text, "p.json", listPrices)).toThrow(words);
  });
});
