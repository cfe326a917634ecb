// The command that counts everything: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/stats.ts";
import { type Context, lazy } from "../context.ts";
import { choice, flag } from "../flags.ts";
import { noArguments } from "./argument.ts";
import { countingAliases, countingFlags, groupings } from "./counting.ts";

export const stats = buildCommand<Flags, [], Context>({
  loader: lazy(async () => (await import("../commands/stats.ts")).stats),
  parameters: {
    positional: noArguments,
    flags: {
      ...countingFlags,
      by: choice(groupings, "One row for each of these; weeks begin on Monday"),
      explain: flag("How it was counted, and what is missing"),
    },
    aliases: countingAliases,
  },
  docs: { brief: "Count sessions, turns, messages, calls and tokens, each once wherever copies stand" },
});
