// TRUTH.json of either generator -> the figures of `clew stats --json` that it fixes, each with its path in the answer.
import { keysOf, numberAt, valueAt } from "./figure.ts";

type Expected = readonly [path: readonly string[], figure: number];

const plain = [
  "sessions",
  "agentFiles",
  "files",
  "bytes",
  "lines",
  "damaged",
  "turns",
  "calls",
  "results",
  "apiMessages",
];
const usage = ["inputTokens", "outputTokens", "cacheWriteTokens", "cacheReadTokens"];

/** The names that a truth without errors, agents and damage uses. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  turns: ["humanTurns"],
  calls: ["toolUses"],
  results: ["toolResults"],
  damaged: ["malformed"],
  inputTokens: ["usage", "input"],
  outputTokens: ["usage", "output"],
  cacheWriteTokens: ["usage", "cacheCreate"],
  cacheReadTokens: ["usage", "cacheRead"],
};

export function statsTruth(truth: unknown): readonly Expected[] {
  const known = (name: string, path: readonly string[]): readonly Expected[] => {
    const figure = numberAt(truth, ...path) ?? numberAt(truth, ...(otherNames[name] ?? [name]));
    return figure === undefined ? [] : [[path, figure]];
  };
  const tools = valueAt(truth, "tools");
  return [
    ...plain.flatMap((name) => known(name, [name])),
    ...usage.flatMap((name) => known(name, ["usage", name])),
    ...keysOf(tools).flatMap((tool): readonly Expected[] => {
      const calls = numberAt(tools, tool);
      if (calls !== undefined) return [[["tools", tool, "calls"], calls]];
      return ["calls", "errors"].map((name): Expected => [
        ["tools", tool, name],
        numberAt(tools, tool, name) ?? Number.NaN,
      ]);
    }),
  ];
}
