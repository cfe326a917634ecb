// The command that finds what was said and done: name, flags, help.
import { buildCommand } from "@stricli/core";
import type { Flags } from "../commands/search.ts";
import { type Context, lazy } from "../context.ts";
import { count, dirFlag, flag, jsonFlag, text } from "../flags.ts";
import { anyArguments } from "./argument.ts";

/** Fields of the query that people look for among the flags. */
const fieldFlags = {
  project: text("TEXT", "Only sessions whose folder contains this, like project:TEXT; . is the current folder"),
  since: text("WHEN", "Only what was said from then on, like since:WHEN"),
  before: text("WHEN", "Only what was said before then, like before:WHEN"),
  role: text("ROLE", "user, assistant, tool or system; several with commas"),
  tool: text("NAME", "Only calls of this tool and their results; several with commas"),
  model: text("TEXT", "Only what a model whose name contains this wrote"),
  branch: text("TEXT", "Only what was said on a git branch that contains this"),
} as const;

export const searchFlags = {
  dir: dirFlag,
  literal: flag("Look for the text as it is, inside words too; small letters alone mean either case"),
  noIndex: flag("Search the logs themselves, without the index"),
  deadline: count("SECONDS", "Stop after this long (regular expressions: 10)"),
  threads: count("N", "Threads to search with (default 2)"),
  tz: text("ZONE", "Time zone of dates in the query, like Europe/Berlin (default: this machine's)"),
  ...fieldFlags,
} as const;

export const search = buildCommand<Flags, string[], Context>({
  loader: lazy(async () => (await import("../commands/search.ts")).search),
  parameters: {
    positional: anyArguments("QUERY", "Words to look for"),
    flags: {
      ...searchFlags,
      json: jsonFlag,
      rank: flag("Best matches first instead of newest (needs the index)"),
      limit: count("N", "How many sessions (default 10); with --json how many hits (default all)"),
      perSession: count("N", "How many hits of each session (default 3)"),
    },
    aliases: { n: "limit", F: "literal" },
  },
  docs: {
    brief: "Find what was said and done: prompts, replies, thinking, tool calls, results, titles, agents",
    fullDescription: [
      "Find what was said and done: prompts, replies, thinking, tool calls, results, titles, agents.",
      "",
      "  word  other        both words, in one prompt, reply, call or result",
      '  "two words"        side by side; foo-bar is foo beside bar',
      "  wor*               words that begin so",
      "  -word   a OR b     without (also NOT word); either (parentheses group)",
      "  /expr/i            a regular expression; looks inside words, and always scans",
      "  role:user          user, assistant, tool or system; role:user,assistant is either",
      "  tool:Bash          calls of a tool and their results; tool:Bash,Read; tool:mcp__* by beginning",
      "  is:error           is:human what people typed, is:agent what sub-agents did",
      "  file:a.ts          calls on a file, file:*.ts by name; project: branch: model: session: title: likewise",
      "  since:yesterday    also after: and before:, with 2026-03-01, 2026-03, monday, 30min, 3d, 2 weeks ago",
      "  on:2026-03-01      that day, month (2026-03) or week (last week)",
      "",
      "Put the whole query in single quotes, so that the shell leaves it alone:",
      "",
      `  clew search 'harbour "spring tide" since:"last week" -role:tool'`,
      "  clew search harbour --since yesterday --project . --role user,assistant",
      "",
      "A name of small letters before a colon is always a field, and refused when there is none of that name:",
      `'"note:this"' looks for the text. Signs between words are not looked at: --literal looks for any text.`,
      "Times are told in UTC (the Z says so); days in a query are those of --tz, else of this machine.",
      "Exit 0 found, 1 nothing found, 2 could not be done or was stopped.",
    ].join("\n"),
  },
});
