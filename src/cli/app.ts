// The table of commands: names, flags, help; every command's own code is loaded only when it runs.
import { buildApplication, buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags as LinesFlags } from "./commands/lines.ts";
import type { Flags as EntriesFlags } from "./commands/entries.ts";
import type { Flags as SessionFlags } from "./commands/session.ts";
import type { Flags as RequestFlags } from "./commands/request.ts";
import type { Flags as RowsFlags } from "./commands/rows.ts";
import type { Flags as LsFlags } from "./commands/ls.ts";
import type { Flags as ShowFlags } from "./commands/show.ts";
import type { Flags as DoctorFlags } from "./commands/doctor.ts";
import type { Flags as SchemaFlags } from "./commands/schema.ts";
import type { Flags as DriftFlags } from "./commands/drift.ts";
import type { Flags as OverviewFlags } from "./commands/overview.ts";
import { type Context, lazy } from "./context.ts";
import { count, dirFlag, flag, jsonFlag, text } from "./flags.ts";
import { version } from "./version.ts";

const sessionArgument = {
  kind: "tuple",
  parameters: [
    {
      brief: "Session id, unique beginning of one, title, path of a .jsonl file, or @last",
      parse: String,
      placeholder: "SESSION",
    },
  ],
} as const;
const noArguments = { kind: "tuple", parameters: [] } as const;
const anyArguments = (placeholder: string, brief: string) =>
  ({ kind: "array", parameter: { brief, parse: String, placeholder } }) as const;
const asFlag = text("VERSION", "Rules of that client version instead of the newest known");

const lines = buildCommand<LinesFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/lines.ts")).lines),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, summary: flag("Totals only") },
  },
  docs: { brief: "Bytes to lines: every line with offset, length, kind and damage" },
});

const entries = buildCommand<EntriesFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/entries.ts")).entries),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, type: text("TYPE", "Only entries of this type") },
  },
  docs: { brief: "Lines to entries: every line accounted for, known or not" },
});

const session = buildCommand<SessionFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/session.ts")).session),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, summary: flag("Totals only"), as: asFlag },
  },
  docs: { brief: "Entries to session: turns, rounds, calls, agents, branches, findings" },
});

const request = buildCommand<RequestFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/request.ts")).request),
  parameters: {
    positional: sessionArgument,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      as: asFlag,
      reminders: flag("Show the client's own reminders too"),
      check: flag("Say what the Messages API would refuse; exit 1 if anything"),
    },
  },
  docs: { brief: "What the client would send to the model on resume" },
});

const rows = buildCommand<RowsFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/rows.ts")).rows),
  parameters: {
    positional: sessionArgument,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      agent: text("ID", "The log of this agent"),
      branch: count("N", "A dead branch instead of the active path"),
    },
  },
  docs: { brief: "Session to rows: what `show` prints, as data" },
});

const ls = buildCommand<LsFlags, [], Context>({
  loader: lazy(async () => (await import("./commands/ls.ts")).ls),
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

const show = buildCommand<ShowFlags, [string], Context>({
  loader: lazy(async () => (await import("./commands/show.ts")).show),
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

const doctor = buildCommand<DoctorFlags, string[], Context>({
  loader: lazy(async () => (await import("./commands/doctor.ts")).doctor),
  parameters: {
    positional: anyArguments("SESSION", "Sessions to examine; all of them when none is named"),
    flags: { dir: dirFlag, json: jsonFlag, verbose: flag("Also findings that no client minds") },
  },
  docs: { brief: "Report what is odd or broken in sessions; mends nothing; exit 1 on errors" },
});

const schema = buildCommand<SchemaFlags, [], Context>({
  loader: lazy(async () => (await import("./commands/schema.ts")).schema),
  parameters: { positional: noArguments, flags: {} },
  docs: { brief: "Print the JSON Schema of every known entry" },
});

const drift = buildCommand<DriftFlags, [string?], Context>({
  loader: lazy(async () => (await import("./commands/drift.ts")).drift),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Folder or file; the config homes when none is named",
          parse: String,
          placeholder: "DIR",
          optional: true,
        },
      ],
    },
    flags: { dir: dirFlag, json: jsonFlag },
  },
  docs: { brief: "List types, fields and shapes that are not known yet, by client version" },
});

const overview = buildCommand<OverviewFlags, [], Context>({
  loader: lazy(async () => (await import("./commands/overview.ts")).overview),
  parameters: { positional: noArguments, flags: { dir: dirFlag, json: jsonFlag } },
  docs: { brief: "The newest sessions of this machine, or a demo when there are none (the default)" },
});

const routes = { overview, ls, show, doctor, lines, entries, session, request, rows, schema, drift };

export const commandNames: readonly string[] = Object.keys(routes);

const root = buildRouteMap<string, Context>({
  routes,
  docs: {
    brief: "Follow the thread through your Claude Code sessions",
    fullDescription: [
      "Follow the thread through your Claude Code sessions.",
      "",
      "Reads the logs below ~/.claude/projects without loss and never writes to them.",
      "A SESSION is named by its id, a unique beginning of it (4 or more), its title, a path, or @last.",
      "Data goes to stdout, talk to stderr. Exit 0 done or found, 1 nothing or errors found, 2 could not be done.",
    ].join("\n"),
  },
});

export const app = buildApplication<Context>(root, {
  name: "clew",
  versionInfo: { currentVersion: version },
  scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  documentation: { disableAnsiColor: true },
});
