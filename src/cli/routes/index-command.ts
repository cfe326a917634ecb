// The command that keeps the index: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/index-command.ts";
import { type Context, lazy } from "../context.ts";
import { dirFlag, flag, jsonFlag } from "../flags.ts";
import { noArguments } from "./argument.ts";

export const index = buildCommand<Flags, [], Context>({
  loader: lazy(async () => (await import("../commands/index-command.ts")).indexCommand),
  parameters: {
    positional: noArguments,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      status: flag("Only tell what it covers and what is pending"),
      rebuild: flag("Delete it and make it anew from the logs"),
      drop: flag("Delete it; the ledger of deleted sessions stays"),
    },
  },
  docs: { brief: "Bring the search index up to date; --status, --rebuild, --drop" },
});
