// The command that tells what was spent: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/cost.ts";
import { type Context, lazy } from "../context.ts";
import { choice, flag, text } from "../flags.ts";
import { noArguments } from "./argument.ts";
import { countingAliases, countingFlags, groupings } from "./counting.ts";

export const cost = buildCommand<Flags, [], Context>({
  loader: lazy(async () => (await import("../commands/cost.ts")).cost),
  parameters: {
    positional: noArguments,
    flags: {
      ...countingFlags,
      by: choice(groupings, "One row for each of these; weeks begin on Monday"),
      prices: text("FILE", "JSON with prices of your own, before the built-in ones"),
      explain: flag("How it was priced, and why a figure is not exact"),
    },
    aliases: countingAliases,
  },
  docs: { brief: "What the tokens cost at list prices, graded exact, floor or unpriced" },
});
