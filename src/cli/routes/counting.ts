// Flags of the commands that count over all logs, each defined once.
import { count, dirFlag, flag, jsonFlag, text } from "../flags.ts";

export const countingFlags = {
  dir: dirFlag,
  json: jsonFlag,
  since: text("WHEN", "Only what happened from then on: 2026-03-01, 2026-03, monday, 30min, '2 weeks ago'"),
  before: text("WHEN", "Only what happened before then"),
  project: text("TEXT", "Only sessions whose folder contains this; . is the current folder"),
  tz: text("ZONE", "Time zone that days are counted in, like Europe/Berlin (default: the machine's)"),
  deleted: flag("Also sessions whose logs the client has deleted, as far as they were seen before"),
  noIndex: flag("Read the logs themselves, not the index"),
  threads: count("N", "How many threads read the logs"),
  limit: count("N", "How many rows (default 30, all with --json)"),
} as const;

/** As `stats` and `cost` know them. */
export const groupings = ["day", "week", "month", "project", "session", "model", "tool", "agent"] as const;

export const countingAliases = { n: "limit" } as const;
