// The command that goes on with a session: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/resume.ts";
import { type Context, lazy } from "../context.ts";
import { flag } from "../flags.ts";
import { anySessions } from "./argument.ts";
import { searchFlags } from "./search.ts";

export const resume = buildCommand<Flags, string[], Context>({
  loader: lazy(async () => (await import("../commands/resume.ts")).resume),
  parameters: {
    positional: anySessions(
      "SESSION|QUERY",
      "A session by its name (@last: written last in this folder's project, else of all), or words said in only one",
    ),
    flags: { ...searchFlags, print: flag("Only print the line that would be run") },
  },
  docs: { brief: "Go on with a session: runs `claude --resume` in its folder" },
});
