// The commands that make a session of a session: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as CloneFlags } from "../commands/clone.ts";
import type { Flags as CompressFlags } from "../commands/compress.ts";
import type { Flags as ForkFlags } from "../commands/fork.ts";
import type { Flags as MoveFlags } from "../commands/move.ts";
import type { Flags as RepairFlags } from "../commands/repair.ts";
import type { Flags as TrimFlags } from "../commands/trim.ts";
import { type Context, lazy } from "../context.ts";
import {
  bytes,
  choice,
  count,
  countBecause,
  countOrNone,
  dirFlag,
  flag,
  forceFlag,
  jsonFlag,
  needed,
  text,
  texts,
} from "../flags.ts";
import { named, sessionArgument } from "./argument.ts";

const reshapeFlags = {
  dir: dirFlag,
  json: jsonFlag,
  dryRun: flag("Write nothing; say what would change, and how many tokens fewer the result would send"),
  force: forceFlag,
  verifyWithClient: text(
    "PROGRAM",
    "Let this installed client resume a copy of the result, without network, and compare what it sends",
  ),
};
const keepUuids = flag("Keep the entries' own uuids, as the client's own forks do (default: new ones)");

/** What all of them have in common, below what is their own. */
const told = (...lines: readonly string[]): string =>
  [
    ...lines,
    "",
    "The source is only read. The result is a new session with all that belongs to it (agents, saved outputs, file",
    "history), checked before it appears. `clew undo` takes it back, `clew history` tells where it came from.",
    "Exit 0 done or nothing to do, 1 the named client does not take the result as foretold, 2 could not be done.",
  ].join("\n");

export const clone = buildCommand<CloneFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/clone.ts")).clone),
  parameters: { positional: sessionArgument, flags: { ...reshapeFlags, keepUuids } },
  docs: {
    brief: "Copy a session under a new id, with its agents, saved outputs and file history",
    fullDescription: told(
      "Copy a session under a new id, with its agents, saved outputs and file history.",
      "",
      "  clew clone @last",
      "  clew clone 9b821b81 --dry-run",
    ),
  },
});

export const fork = buildCommand<ForkFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/fork.ts")).fork),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      keepUuids,
      at: needed(
        "TURN|UUID",
        "Where it ends: after this turn (3, or B1.2 on branch 1), or with the entry of this uuid",
      ),
    },
  },
  docs: {
    brief: "Make a session that ends at an earlier turn or entry",
    fullDescription: told(
      "Make a session that ends at an earlier turn or entry: to go on from there in another way.",
      "Turns are numbered as `clew show` numbers them. A call and its result are never parted.",
      "",
      "  clew fork 9b821b81 --at 3        turns 1 to 3",
      "  clew fork 9b821b81 --at B1.2     a branch that was rewound, up to its second turn",
    ),
  },
});

export const split = buildCommand<ForkFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/split.ts")).split),
  parameters: {
    positional: sessionArgument,
    flags: { ...reshapeFlags, keepUuids, at: needed("TURN", "The last turn of the first part") },
  },
  docs: {
    brief: "Make two sessions of one: up to a turn, and from the next one on",
    fullDescription: told(
      "Make two sessions of one: the turns up to one, and those from the next one on.",
      "",
      "  clew split 9b821b81 --at 4       turns 1 to 4, and turns 5 to the end",
    ),
  },
});

export const merge = buildCommand<CloneFlags, [string, string], Context>({
  loader: lazy(async () => (await import("../commands/merge.ts")).merge),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [named("SESSION", "The session that goes on"), named("FORK", "A fork of it, whose tail is added")],
    },
    flags: { ...reshapeFlags, keepUuids },
  },
  docs: {
    brief: "Go on with what was said in a fork of a session",
    fullDescription: told(
      "Go on with what was said in a fork of a session: what the fork has beyond their common part is hung on the end.",
      "",
      "  clew merge 9b821b81 1f0c77aa",
    ),
  },
});

export const trim = buildCommand<TrimFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/trim.ts")).trim),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      preset: choice(["light", "standard", "strong"], "How much goes (default standard); see above"),
      calls: choice(
        ["stub", "remove", "keep"],
        "Tool calls: stub makes a short note of their results, remove takes call and result away (default stub)",
      ),
      tool: texts("NAME", "Only calls of this tool; mcp__* for a beginning (repeatable)"),
      over: bytes("SIZE", "Only calls with results larger than this: 2048, 10k, 1M"),
      keepTurns: countOrNone("N", "Leave the last N turns as they are; 0 for none"),
      thinking: flag("Remove thinking"),
      images: flag("Remove pictures from results"),
      pastedImages: flag("Remove pictures from a person's prompts too"),
      attachments: flag("Remove what the client attached by itself"),
      progress: flag("Remove progress lines, which are never sent"),
      requestBlobs: flag("Remove requests that the client recorded, which are never sent"),
      copies: flag("Remove the client's own copies of results (toolUseResult), which are never sent"),
      protect: texts("WHAT", "Leave this alone: a tool, a turn's number, an entry's uuid or a path (repeatable)"),
    },
  },
  docs: {
    brief: "Make a smaller session: old results, thinking and dead weight go, a person's words stay",
    fullDescription: told(
      "Make a smaller session: old results, thinking and dead weight go. What a person said stays, whatever is asked.",
      "",
      "  --preset light     only what is never sent to the model: the file gets smaller, the context stays",
      "  --preset standard  and, but for the last 5 turns, thinking and the text of results over 2 kB",
      "  --preset strong    and, but for the last 3 turns, look-ups, the text of every result, pictures, attachments",
      "",
      "Where no more turns are sent than a preset leaves, it leaves the last one; --keep-turns says another number.",
      "Named flags are added to a named preset. Without a preset only what they name goes. What stands in front of a",
      "compaction or on a branch that was left is not sent: only what is never sent anyway goes there.",
      "",
      "  clew trim @last --dry-run                        what it would save, by category",
      "  clew trim 9b821b81 --preset strong --protect Bash",
      "  clew trim 9b821b81 --tool Read --over 10k --keep-turns 3",
    ),
  },
});

const lastTurnStays =
  "a summary tells what came before the last turn, so 1 is the least; `clew trim SESSION --keep-turns 0` makes that turn smaller";

export const compress = buildCommand<CompressFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/compress.ts")).compress),
  parameters: {
    positional: sessionArgument,
    flags: {
      ...reshapeFlags,
      keepTurns: countBecause("N", "Leave the last N turns as they are, at least one (default 3)", lastTurnStays),
      calls: flag("Name the tool calls of older turns in the summary, without their results"),
      withModel: flag("Let a model write the summary; says first what is sent where, and asks"),
      model: text("NAME", "With --with-model: which model (default claude-haiku-4-5)"),
      yes: flag("With --with-model: send without being asked"),
      undo: flag("The conversation as it was before its last compaction, the client's own included"),
      compaction: count("N", "With --undo: another compaction, counted from the oldest"),
    },
  },
  docs: {
    brief: "Replace older turns by a summary that holds every prompt word for word",
    fullDescription: told(
      "Replace older turns by a summary that holds every prompt word for word.",
      "The summary is made here, of extracts; nothing leaves the machine. With --with-model the older turns are sent to the",
      "Messages API at ANTHROPIC_BASE_URL, with ANTHROPIC_API_KEY.",
      "",
      "  clew compress @last --dry-run",
      "  clew compress 9b821b81 --keep-turns 5 --calls",
      "  clew compress 9b821b81 --undo        what a compaction, also the client's /compact, took out of sight",
    ),
  },
});

export const move = buildCommand<MoveFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/move.ts")).move),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [named("SESSION|FOLDER", "A session, or a folder for all sessions that were held in it or below it")],
    },
    flags: {
      ...reshapeFlags,
      to: text("FOLDER", "The folder it shall belong to"),
      from: text(
        "FOLDER",
        "The folder it leaves, also one of another machine (default the one the session belongs to)",
      ),
      toHome: text("DIR", "The config home it shall stand in"),
    },
  },
  docs: {
    brief: "Copy a session to another folder or config home, with the paths in it; the source stays",
    fullDescription: told(
      "Copy a session to another folder or config home, with the paths in it; the source stays.",
      "A folder is named with a slash in it, or as `.`, and means the sessions that were held in it or below it: those of",
      "old/sub go to new/sub. What fails with one of its sessions does not keep the others.",
      "",
      "  clew move 9b821b81 --to ~/code/new-name",
      "  clew move ./old-name --to ./new-name                    a folder was renamed: all its sessions",
      "  clew move ./copied.jsonl --from /Users/ada/app --to .   a log from another machine",
    ),
  },
});

export const repair = buildCommand<RepairFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/repair.ts")).repair),
  parameters: { positional: sessionArgument, flags: reshapeFlags },
  docs: {
    brief: "Mend a damaged session in a copy, and say what was done; a sound one is left alone",
    fullDescription: told(
      "Mend a damaged session in a copy, and say what was done; a sound one is left alone.",
      "Torn and spliced lines, lost parents, calls without results and the like. Branches that were rewound stay branches.",
      "What cannot be used any more is set aside in a file that the output names.",
      "",
      "  clew doctor 9b821b81                what is wrong",
      "  clew repair 9b821b81 --dry-run      what would be done about it",
    ),
  },
});
