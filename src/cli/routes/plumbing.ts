// The commands that show one arrow of the walk each, and what is known of the format: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as LinesFlags } from "../commands/lines.ts";
import type { Flags as EntriesFlags } from "../commands/entries.ts";
import type { Flags as SessionFlags } from "../commands/session.ts";
import type { Flags as RequestFlags } from "../commands/request.ts";
import type { Flags as RowsFlags } from "../commands/rows.ts";
import type { Flags as SchemaFlags } from "../commands/schema.ts";
import type { Flags as DriftFlags } from "../commands/drift.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { asFlag, noArguments, sessionArgument } from "./argument.ts";

export const lines = buildCommand<LinesFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/lines.ts")).lines),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, summary: flag("Totals only") },
  },
  docs: { brief: "Bytes to lines: every line with offset, length, kind and damage" },
});

export const entries = buildCommand<EntriesFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/entries.ts")).entries),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, type: text("TYPE", "Only entries of this type") },
  },
  docs: { brief: "Lines to entries: every line accounted for, known or not" },
});

export const session = buildCommand<SessionFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/session.ts")).session),
  parameters: {
    positional: sessionArgument,
    flags: { dir: dirFlag, json: jsonFlag, summary: flag("Totals only"), as: asFlag },
  },
  docs: { brief: "Entries to session: turns, rounds, calls, agents, branches, findings" },
});

export const request = buildCommand<RequestFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/request.ts")).request),
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

export const rows = buildCommand<RowsFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/rows.ts")).rows),
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

export const schema = buildCommand<SchemaFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/schema.ts")).schema),
  parameters: { positional: noArguments, flags: {} },
  docs: { brief: "Print the JSON Schema of every known entry" },
});

export const drift = buildCommand<DriftFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/drift.ts")).drift),
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
