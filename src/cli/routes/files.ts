// The commands that tell of files and bring them back: names, flags, help.
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags as BlameFlags } from "../commands/blame.ts";
import type { Flags as DiffFlags } from "../commands/files-diff.ts";
import type { Flags as LogFlags } from "../commands/files-log.ts";
import type { Flags as ShowFlags } from "../commands/files-show.ts";
import type { Flags as ListFlags } from "../commands/files.ts";
import type { Flags as RecoverFlags } from "../commands/recover.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { anyArguments, optionallyNamed } from "./argument.ts";

const pathArgument = (brief: string) => ({ brief, parse: String, placeholder: "PATH" }) as const;
const onePath = { kind: "tuple", parameters: [pathArgument("A file by its path, or by the end of it")] } as const;
const atFlag = text("TIME|TURN", 'When: 2026-03-01T14:30Z, "2 hours ago", a version like v3, or with --session a turn');
const sessionFlag = text("SESSION", "Only versions of this session; turns are its turns");

const list = buildCommand<ListFlags, [string?], Context>({
  loader: lazy(async () => (await import("../commands/files.ts")).files),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [optionallyNamed("SESSION", "Only files that this session touched")],
    },
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      path: text("GLOB", "Only these: *.ts, src/**, or a folder"),
      since: text("TIME", 'Only those touched from then on: 2026-03-01, yesterday, "2 hours ago"'),
      limit: count("N", "How many rows (default 30, all with --json)"),
    },
    aliases: { n: "limit" },
  },
  docs: { brief: "The files that sessions touched: versions, last state, deleted or not (the default)" },
});

const show = buildCommand<ShowFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/files-show.ts")).filesShow),
  parameters: { positional: onePath, flags: { dir: dirFlag, json: jsonFlag, at: atFlag, session: sessionFlag } },
  docs: {
    brief: "A file as it was at a moment",
    fullDescription: [
      "A file as it was at a moment; at the end of a turn, where one is named. How sure that is goes to stderr:",
      "exact (the bytes are known), derived (edits replayed over known bytes) or partial (gaps are marked).",
      "",
      "  clew files show src/app.ts --at '2 hours ago'",
      "  clew files show src/app.ts --at 3 --session 9b821b81",
      "",
      "Exit 1 where the file did not exist then, or nothing was known of it yet: then its first version is shown.",
    ].join("\n"),
  },
});

const diff = buildCommand<DiffFlags, [string, string, string?], Context>({
  loader: lazy(async () => (await import("../commands/files-diff.ts")).filesDiff),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        ...onePath.parameters,
        { brief: "A version (v3), a time, a turn, or disk", parse: String, placeholder: "A" },
        { brief: "The same (default disk)", parse: String, placeholder: "B", optional: true },
      ],
    },
    flags: { dir: dirFlag, json: jsonFlag, session: sessionFlag },
  },
  docs: { brief: "What changed in a file between two moments, or between one and the disk" },
});

const log = buildCommand<LogFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/files-log.ts")).filesLog),
  parameters: { positional: onePath, flags: { dir: dirFlag, json: jsonFlag, session: sessionFlag } },
  docs: { brief: "The versions of a file, oldest first, with the prompt that led to each" },
});

export const files = buildRouteMap<string, Context>({
  routes: { list, show, diff, log },
  defaultCommand: "list",
  docs: {
    brief: "Files that sessions touched, as they were at any moment",
    fullDescription: [
      "Files that sessions touched, as they were at any moment, across sessions and sub-agents.",
      "",
      "  clew files                                   all of them, the last touched first",
      "  clew files 9b821b81 --path '*.ts'            those of a session",
      "  clew files log src/app.ts                    its versions, with the prompts",
      "  clew files show src/app.ts --at yesterday    as it was then",
      "  clew files diff src/app.ts v2 disk           what changed since",
    ].join("\n"),
  },
});

export const recover = buildCommand<RecoverFlags, string[], Context>({
  loader: lazy(async () => (await import("../commands/recover.ts")).recover),
  parameters: {
    positional: anyArguments("PATH", "Files, folders or patterns that sessions know"),
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      out: text("DIR", "A new or empty folder to write to; each file stands below it with its whole path"),
      at: atFlag,
      session: sessionFlag,
      all: flag("Every file that sessions know"),
      deleted: flag("Every file that sessions knew and that is gone; without --out they are listed"),
      partial: flag("Also files of which only a part is known, with their gaps marked"),
      toOriginal: flag("Put files back where they were, if nothing is there; asks for each"),
      limit: count("N", "With --deleted: how many rows (default 30, all with --json)"),
    },
    aliases: { n: "limit" },
  },
  docs: {
    brief: "Bring files back as sessions knew them, into a fresh folder with a manifest",
    fullDescription: [
      "Bring files back as sessions knew them: the last version that was there, or the one of --at.",
      "Nothing is ever written over, and nothing is written outside the folder. manifest.json in it tells for each file",
      "which version it is, from which lines of which log, how sure, and its hash.",
      "",
      "  clew recover --deleted                           what is gone",
      "  clew recover src/app.ts --out found              one file",
      "  clew recover src --at yesterday --out found      a folder as it was",
      "  clew recover src/app.ts --to-original            back where it was",
    ].join("\n"),
  },
});

export const blame = buildCommand<BlameFlags, [string], Context>({
  loader: lazy(async () => (await import("../commands/blame.ts")).blame),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "A file as it is on this disk; of one that is gone, its last known version",
          parse: String,
          placeholder: "FILE",
        },
      ],
    },
    flags: { dir: dirFlag, json: jsonFlag },
  },
  docs: { brief: "Which session, turn and prompt wrote each line of a file" },
});
