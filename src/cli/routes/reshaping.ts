// The commands that make a new session of a session: names, flags, help.
import { buildCommand } from "@stricli/core";
import { trimPresets } from "../../reshape/index.ts";
import type { Flags as CloneFlags } from "../commands/clone.ts";
import type { Flags as CompressFlags } from "../commands/compress.ts";
import type { Flags as ForkFlags } from "../commands/fork.ts";
import type { Flags as MoveFlags } from "../commands/move.ts";
import type { Flags as RepairFlags } from "../commands/repair.ts";
import type { Flags as TrimFlags } from "../commands/trim.ts";
import { type Context, lazy } from "../context.ts";
import { bytes, choice, count, dirFlag, flag, jsonFlag, needed, text, texts } from "../flags.ts";
import { named, sessionArgument } from "./argument.ts";

const reshapeFlags = {
  dir: dirFlag,
  json: jsonFlag,
  dryRun: flag("Only say what would change, and how many tokens it saves"),
  force: flag("Also when it was written to a moment ago, if nobody is seen to have it open"),
  verifyWithClient: text(
    "PATH",
    "Let this installed client resume a copy of the result, without network, and say what it sent",
  ),
};
const keepUuids = flag("Keep the entries' own ids, as the client's own forks do");

export const clone = buildCommand<CloneFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/clone.ts")).clone),
  parameters: { positional: sessionArgument, flags: { ...reshapeFlags, keepUuids } },
  docs: { brief: "Copy a session under a new id, with its agents, saved outputs and file history" },
});

export const fork = buildCommand<ForkFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/fork.ts")).fork),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      keepUuids,
      at: needed("TURN|UUID", "Where it ends: after this turn (3, or B1.2 on a branch), or with this entry"),
    },
  },
  docs: { brief: "Make a session that ends at an earlier turn or entry" },
});

export const split = buildCommand<ForkFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/split.ts")).split),
  parameters: {
    positional: sessionArgument,
    flags: { ...reshapeFlags, keepUuids, at: needed("TURN", "The last turn of the first part") },
  },
  docs: { brief: "Make two sessions of one: up to a turn, and from behind it" },
});

export const merge = buildCommand<CloneFlags, [string, string], Context>({
  loader: lazy(async () => (await import("../commands/merge.ts")).merge),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [named("SESSION", "The session that goes on"), named("FORK", "The one whose tail it goes on with")],
    },
    flags: { ...reshapeFlags, keepUuids },
  },
  docs: { brief: "Go on with what was said in a fork of a session" },
});

export const trim = buildCommand<TrimFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/trim.ts")).trim),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      preset: choice(trimPresets, "light: only what is never sent again; standard (the default); strong"),
      calls: choice(
        ["stub", "remove", "keep"],
        "Tool calls: shorten their results to a note, or remove both (default stub)",
      ),
      tool: texts("NAME", "Only calls of this tool; mcp__* for a beginning (repeatable)"),
      over: bytes("SIZE", "Only results larger than this: 2048, 10k, 1M"),
      keepTurns: count("N", "Leave the last N turns as they are"),
      thinking: flag("Remove thinking"),
      images: flag("Remove pictures from results"),
      pastedImages: flag("Remove pictures from a person's prompts too"),
      attachments: flag("Remove what the client attached"),
      progress: flag("Remove progress lines"),
      requestBlobs: flag("Remove recorded requests"),
      copies: flag("Remove the client's own copies of results, which are never sent"),
      protect: texts("WHAT", "Leave this alone: a tool, a turn's number, an entry's uuid or a path (repeatable)"),
    },
  },
  docs: { brief: "Make a smaller session: old results, thinking and dead weight go, a person's words stay" },
});

export const compress = buildCommand<CompressFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/compress.ts")).compress),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      keepTurns: count("N", "Leave the last N turns as they are (default 3)"),
      calls: flag("Name the calls of older turns in the summary"),
      withModel: flag(
        "Let a model write the summary: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL; says first what is sent where",
      ),
      model: text("NAME", "Which model (default claude-haiku-4-5)"),
      yes: flag("Send without being asked"),
      undo: flag("The conversation as it was before its last compaction, the client's own included"),
      compaction: count("N", "With --undo: another compaction, counted from the oldest"),
    },
  },
  docs: { brief: "Replace older turns by a summary that holds every prompt word for word" },
});

export const move = buildCommand<MoveFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/move.ts")).move),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [named("SESSION|FOLDER", "A session, or the folder of a project for all of its sessions")],
    },
    flags: {
      ...reshapeFlags,
      to: text("FOLDER", "The folder it shall belong to"),
      from: text("FOLDER", "The folder it leaves, also one of another machine (default the one its entries name most)"),
      toHome: text("DIR", "The config home it shall stand in"),
    },
  },
  docs: { brief: "Copy a session to another folder or config home, with the paths in it; the source stays" },
});

export const repair = buildCommand<RepairFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/repair.ts")).repair),
  parameters: { positional: sessionArgument, flags: reshapeFlags },
  docs: { brief: "Mend a damaged session in a copy, and say what was done; a sound one is left alone" },
});
