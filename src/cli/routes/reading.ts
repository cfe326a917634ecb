// The commands that list, show and examine sessions: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as OverviewFlags } from "../commands/overview.ts";
import type { Flags as LsFlags } from "../commands/ls.ts";
import type { Flags as ShowFlags } from "../commands/show.ts";
import type { Flags as DoctorFlags } from "../commands/doctor.ts";
import { type Context, lazy } from "../context.ts";
import { choice, count, dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { anySessions, noArguments, sessionArgument } from "./argument.ts";

export const overview = buildCommand<OverviewFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/overview.ts")).overview),
  parameters: {
    positional: noArguments,
    flags: { dir: dirFlag, json: jsonFlag, noIndex: flag("Read the logs themselves, without the index") },
  },
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
      sort: choice(
        ["newest", "oldest", "size", "turns", "title", "project"],
        "Order (default newest, by the times in the logs)",
      ),
      project: text("TEXT", "Only sessions whose folder contains this; . is the current folder"),
      title: text("TEXT", "Only sessions whose title contains this"),
      branch: text("TEXT", "Only sessions whose git branch contains this"),
      model: text("TEXT", "Only sessions whose last model contains this"),
      state: choice(
        ["answered", "open-call", "unanswered", "interrupted", "error", "empty"],
        "Only sessions that stand so",
      ),
      tag: choice(["damaged", "deleted", "expiring", "fork", "kept"], "Only sessions with this mark"),
      since: text("TIME", 'Last used at or after: 2026-03-01, 2026-03, monday, 30min, "2 weeks ago"'),
      before: text("TIME", "Last used before"),
      tz: text("ZONE", "Time zone of days (default this machine's)"),
      deleted: flag("Also sessions whose logs are gone, from the ledger"),
      noIndex: flag("Read the logs themselves, without the index"),
    },
    aliases: { n: "limit", a: "all" },
  },
  docs: { brief: "List sessions: filters, orders, agents, what is damaged or expires" },
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
      line: count("N", "Only the turn that holds this line of the log, with its entry marked and in full"),
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
    positional: anySessions("SESSION", "Sessions to examine; all of them when none is named"),
    flags: { dir: dirFlag, json: jsonFlag, verbose: flag("Also findings that no client minds") },
  },
  docs: { brief: "Report what is odd or broken in sessions; mends nothing; exit 1 on errors" },
});
