// The command that tells what fills the model's window: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/context.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, jsonFlag } from "../flags.ts";
import { asFlag, sessionArgument } from "./argument.ts";

export const context = buildCommand<Flags, [string], Context>({
  loader: lazy(async () => (await import("../commands/context.ts")).context),
  parameters: {
    positional: sessionArgument,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      as: asFlag,
      window: count("TOKENS", "Size of the window (default 200000, or 1000000 where the session outgrew that)"),
      limit: count("N", "How many of the largest items, tools and files (default 10)"),
    },
    aliases: { n: "limit" },
  },
  docs: { brief: "What fills the model's window at a session's end: by role, block, tool and file" },
});
