// The commands that keep, delete, name and take back: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as DeleteFlags } from "../commands/delete.ts";
import type { Flags as HistoryFlags } from "../commands/history.ts";
import type { Flags as KeepFlags } from "../commands/keep.ts";
import type { Flags as RestoreFlags } from "../commands/restore.ts";
import type { Flags as TitleFlags } from "../commands/title.ts";
import type { Flags as UndoFlags } from "../commands/undo.ts";
import { type Context, lazy } from "../context.ts";
import { days, dirFlag, flag, jsonFlag } from "../flags.ts";
import { anySessions, named, optionallyNamed } from "./argument.ts";

export const keep = buildCommand<KeepFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/keep.ts")).keep),
  parameters: {
    positional: anySessions("SESSION", "Sessions to keep"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      all: flag("All sessions"),
      olderThan: days("AGE", "All sessions not written to for so long: 20d, 3w"),
    },
  },
  docs: { brief: "Copy sessions whole into clew's data folder, so that the client's clean-up loses nothing" },
});

export const restore = buildCommand<RestoreFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/restore.ts")).restore),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [optionallyNamed("SESSION", "A kept session; all of them are listed when none is named")],
    },
    flags: { json: jsonFlag },
  },
  docs: { brief: "Put a kept session back where it was; nothing is overwritten" },
});

export const deleteCommand = buildCommand<DeleteFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/delete.ts")).deleteSessions),
  parameters: {
    positional: anySessions("SESSION", "Sessions to delete"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      dryRun: flag("Only say what would go"),
      force: flag("Also when it was written to a moment ago, if nobody is seen to have it open"),
    },
  },
  docs: { brief: "Move sessions with all that belongs to them to clew's trash; undo brings them back" },
});

export const title = buildCommand<TitleFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/title.ts")).title),
  parameters: {
    positional: anySessions("SESSION TEXT", "A session and its title; without a title clew's note is taken away"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      native: flag("Write it into the log as the client does; never while it is in use"),
    },
  },
  docs: { brief: "Give a session a title of your own" },
});

export const history = buildCommand<HistoryFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/history.ts")).history),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [optionallyNamed("SESSION", "A session; everything that clew did when none is named")],
    },
    flags: { dir: dirFlag, json: jsonFlag },
  },
  docs: { brief: "What clew made of which session, when and how" },
});

export const undo = buildCommand<UndoFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/undo.ts")).undo),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [named("OPERATION|SESSION", "An operation as `clew history` names it, or the session it made")],
    },
    flags: { json: jsonFlag },
  },
  docs: { brief: "Take back what clew did, as long as nobody changed it since" },
});
