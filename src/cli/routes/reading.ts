// The commands that list, show and examine sessions: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as OverviewFlags } from "../commands/overview.ts";
import type { Flags as LsFlags } from "../commands/ls.ts";
import type { Flags as ShowFlags } from "../commands/show.ts";
import type { Flags as DoctorFlags } from "../commands/doctor.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { anyArguments, noArguments, sessionArgument } from "./argument.ts";

export const overview = buildCommand<OverviewFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/overview.ts")).overview),
  parameters: { positional: noArguments, flags: { dir: dirFlag, json: jsonFlag } },
  docs: { brief: "The newest sessions of this machine, or a demo when there are none (the default)" },
});

export const ls = buildCommand<LsFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/ls.ts")).ls),
  parameters: {
    positional: noArguments,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      all: flag("All sessions, not only the newest"),
      limit: count("N", "How many (default 20, all with --json)"),
      project: text("TEXT", "Only sessions whose folder contains this"),
    },
    aliases: { n: "limit", a: "all" },
  },
  docs: { brief: "List sessions, newest first" },
});

export const show = buildCommand<ShowFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/show.ts")).show),
  parameters: {
    positional: sessionArgument,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      full: flag("Whole tool inputs and results, thinking and notes"),
      turn: text("N", "Only this turn: 3, or B1.2 on a branch"),
      agent: text("ID", "The log of this agent"),
      branch: count("N", "A dead branch instead of the active path"),
      raw: flag("The log's own lines, byte for byte; not to a terminal"),
    },
  },
  docs: { brief: "Read a session: prompts, answers, folded tool calls" },
});

export const doctor = buildCommand<DoctorFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/doctor.ts")).doctor),
  parameters: {
    positional: anyArguments("SESSION", "Sessions to examine; all of them when none is named"),
    flags: { dir: dirFlag, json: jsonFlag, verbose: flag("Also findings that no client minds") },
  },
  docs: { brief: "Report what is odd or broken in sessions; mends nothing; exit 1 on errors" },
});
