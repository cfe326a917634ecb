// The commands that keep, delete, name and take back: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as DeleteFlags } from "../commands/delete.ts";
import type { Flags as HistoryFlags } from "../commands/history.ts";
import type { Flags as KeepFlags } from "../commands/keep.ts";
import type { Flags as RestoreFlags } from "../commands/restore.ts";
import type { Flags as TitleFlags } from "../commands/title.ts";
import type { Flags as UndoFlags } from "../commands/undo.ts";
import { type Context, lazy } from "../context.ts";
import { days, dirFlag, flag, forceFlag, jsonFlag } from "../flags.ts";
import { anySessions, oneOrMore, optionallyNamed } from "./argument.ts";

export const keep = buildCommand<KeepFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/keep.ts")).keep),
  parameters: {
    positional: anySessions("SESSION", "Sessions to keep"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      all: flag("All sessions"),
      olderThan: days("AGE", "All sessions not written to for so long: 20d, 3w"),
      dryRun: flag("Only say what would be copied"),
    },
  },
  docs: {
    brief: "Copy sessions whole into clew's data folder, so that the client's clean-up loses nothing",
    fullDescription: [
      "Copy sessions whole into clew's data folder, so that the client's clean-up (after 30 days) loses nothing.",
      "A session in use is copied up to its last whole line. Kept again, only what changed is copied.",
      "",
      "  clew keep @last",
      "  clew keep --older-than 20d       those that the client will soon delete",
      "  clew restore 9b821b81            puts one back",
    ].join("\n"),
  },
});

export const restore = buildCommand<RestoreFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/restore.ts")).restore),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        optionallyNamed("SESSION", "A kept session, by id or title; all of them are listed when none is named"),
      ],
    },
    flags: { json: jsonFlag, dryRun: flag("Only say what would be put back") },
  },
  docs: {
    brief: "Put a kept session back where it was; nothing is overwritten",
    fullDescription: [
      "Put a kept session back where it was; nothing is overwritten, and the kept copy stays.",
      "Its file gets a fresh time, so that the client does not delete it again at once.",
      "",
      "  clew restore                     what is kept, and which of it is gone from its home",
      "  clew restore 9b821b81",
    ].join("\n"),
  },
});

export const deleteCommand = buildCommand<DeleteFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/delete.ts")).deleteSessions),
  parameters: {
    positional: oneOrMore("SESSION", "Sessions to delete"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      dryRun: flag("Only say what would go"),
      force: forceFlag,
    },
  },
  docs: {
    brief: "Move sessions with all that belongs to them to clew's trash; undo brings them back",
    fullDescription: [
      "Move sessions with all that belongs to them (agents, saved outputs, file history) to clew's trash.",
      "clew never empties its trash. `clew undo`, with the operation that is printed, puts everything back.",
      "",
      "  clew delete 9b821b81 --dry-run",
    ].join("\n"),
  },
});

export const title = buildCommand<TitleFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/title.ts")).title),
  parameters: {
    positional: oneOrMore("SESSION TEXT", "A session and its title; without a title the one it has is told"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      native: flag("Append it to the log, as the client's /rename does; never while it is in use"),
      remove: flag("Take clew's own title away; the one in the log is shown again"),
      dryRun: flag("Only say what would be done"),
    },
  },
  docs: {
    brief: "Give a session a title of your own",
    fullDescription: [
      "Give a session a title of your own. It is a note in clew's data folder: `clew ls` and `clew show` show it, and",
      "a session can be named by it. The log is not touched, unless --native says so.",
      "",
      "  clew title 9b821b81 Opening hours",
      "  clew title 9b821b81                    tells its title",
      "  clew title 9b821b81 --remove           takes the note away again",
      "  clew title 9b821b81 --native Opening hours",
    ].join("\n"),
  },
});

export const history = buildCommand<HistoryFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/history.ts")).history),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [optionallyNamed("SESSION", "A session; everything that clew did when none is named")],
    },
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      all: flag("A line for each session, also where one run kept many; with --json it is always so"),
    },
  },
  docs: {
    brief: "What clew made of which session, when and how",
    fullDescription: [
      "What clew made of which session, when and how, oldest first: operation, age, command, sources -> results, sums.",
      "With a session also what made its ancestors, and what was made of its descendants; it may be gone by now.",
      "",
      "  clew history 9b821b81",
      "  clew undo 7a31c0de               takes an operation back",
    ].join("\n"),
  },
});

export const undo = buildCommand<UndoFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/undo.ts")).undo),
  parameters: {
    positional: oneOrMore("OPERATION|SESSION", "Operations as `clew history` names them, or the sessions they made"),
    flags: { json: jsonFlag, dryRun: flag("Only say what would be taken back") },
  },
  docs: {
    brief: "Take back what clew did, as long as nobody changed it since",
    fullDescription: [
      "Take back what clew did, as long as nobody changed it since: what it made goes to clew's trash, what it deleted",
      "comes back, a title becomes what it was. A result that a client went on with is left alone.",
      "To have it again, give the command again: an undo is not undone.",
      "",
      "  clew undo 7a31c0de               an operation, as `clew history` names it",
      "  clew undo 9b821b81               the operation that made this session",
      "  clew undo @last                  what was done last",
    ].join("\n"),
  },
});
