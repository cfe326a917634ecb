// The commands that tell who does what now: names, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags as StatusFlags } from "../commands/status.ts";
import type { Flags as WatchFlags } from "../commands/watch.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, flag, jsonFlag } from "../flags.ts";
import { noArguments } from "./argument.ts";

const idle = count("MINUTES", "Quiet for so long is idle (default 5)");

export const status = buildCommand<StatusFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/status.ts")).status),
  parameters: {
    positional: noArguments,
    flags: {
      dir: dirFlag,
      json: jsonFlag,
      all: flag("All sessions, not only those that a client has open or that were used in the last day"),
      idle,
      noIndex: flag("Read the logs themselves, without the index"),
    },
    aliases: { a: "all" },
  },
  docs: { brief: "Who waits for what: the status of each session, with the evidence; exit 1 when there is none" },
});

export const watch = buildCommand<WatchFlags, [], Context>({
  loader: lazy(async () => (await import("../commands/watch.ts")).watch),
  parameters: {
    positional: noArguments,
    flags: {
      dir: dirFlag,
      json: { ...jsonFlag, brief: "Print every change as a line of JSON" },
      idle,
      on: {
        kind: "parsed",
        parse: async (input: string) => (await import("../live/rule.ts")).ruleOf(input),
        variadic: true,
        optional: true,
        placeholder: "STATUS 'CMD'",
        brief: "Run a command of yours when a session comes to that status (repeatable)",
      },
      notify: flag("Desktop notification when a session waits for you or fails"),
      noIndex: flag("Read the logs themselves, without the index"),
    },
  },
  docs: {
    brief: "A live board of who waits for what; q ends it",
    fullDescription: [
      "A live board of who waits for what; q ends it.",
      "",
      "--on STATUS 'CMD' runs CMD in your shell when a session comes to STATUS, or stands so at the start. STATUS is one of",
      "working running_command compacting waiting_approval asking_question waiting_input rate_limited error idle ended unknown,",
      "or `waiting`: waiting_approval, asking_question or waiting_input. CMD is run as you wrote it. What happened stands in",
      "CLEW_SESSION CLEW_STATUS CLEW_BEFORE CLEW_CONFIDENCE CLEW_EVIDENCE CLEW_SINCE CLEW_PROJECT CLEW_FOLDER CLEW_TITLE",
      "CLEW_TOOL CLEW_CALL CLEW_PATH: quote them, for titles and calls are text from logs.",
      "",
      "  clew watch --on waiting 'notify-send \"$CLEW_PROJECT waits\" \"$CLEW_CALL\"' --on error 'paplay alarm.ogg'",
    ].join("\n"),
  },
});
