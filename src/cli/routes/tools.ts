// The command that tells how tools fared: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/tools.ts";
import { type Context, lazy } from "../context.ts";
import { choice } from "../flags.ts";
import { noArguments } from "./argument.ts";
import { countingAliases, countingFlags } from "./counting.ts";

export const tools = buildCommand<Flags, [], Context>({
  loader: lazy(async () => (await import("../commands/tools.ts")).tools),
  parameters: {
    positional: noArguments,
    flags: {
      ...countingFlags,
      by: choice(["tool", "file", "command"], "One row for each of these (default tool)"),
    },
    aliases: countingAliases,
  },
  docs: { brief: "How tools fared: calls, errors, denials, durations, output, files and repeated commands" },
});
