// `clew status`: who does what at this moment, session by session, those who wait for a person first; looks once.
import { readStatuses } from "../../live/index.ts";
import { nodeProcesses } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { statusJson } from "../live/status-json.ts";
import { byNeed, statusTable } from "../live/status-text.ts";
import { teller } from "../live/told.ts";
import { homesOf, sayUnreadable } from "../names.ts";
import { type IndexedHomes, openIndex, withoutIndex } from "../open-index.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean; readonly idle?: number; readonly noIndex: boolean };

const dayMs = 86_400_000;
/** So long whoever changes a session waits, although nobody is seen to have it open. */
const freshMs = 60_000;

export async function status(io: Io, flags: Flags): Promise<ExitCode> {
  const homes = homesOf(io, flags);
  const indexed = flags.noIndex ? withoutIndex(homes) : await openIndex(io, homes);
  try {
    return await told(io, flags, indexed);
  } finally {
    indexed.catalog?.close();
  }
}

async function told(io: Io, flags: Flags, { homes, found, catalog }: IndexedHomes): Promise<ExitCode> {
  sayUnreadable(io, found.unreadable);
  const sessions = readStatuses(found, {
    homes,
    nowMs: io.nowMs,
    processes: io.world?.processes ?? nodeProcesses(),
    recentMs: flags.all ? Infinity : dayMs,
    ...(flags.idle !== undefined && { idleAfterMs: flags.idle * 60_000 }),
  });
  const rows = byNeed(sessions).map(teller(io, catalog).tell);
  if (rows.length === 0) {
    const rest = found.sessions.length === 0 ? "" : `; --all tells of all ${found.sessions.length}`;
    const fresh = found.sessions.filter(({ modifiedMs }) => Math.abs(io.nowMs - modifiedMs) < freshMs).length;
    const written = `, but ${plural(fresh, "log")} ${fresh === 1 ? "was" : "were"} written to less than a minute ago`;
    io.err(`clew: no session in use in ${sanitizeLine(homes.join(", "))}${fresh === 0 ? "" : written}${rest}\n`);
    return 1;
  }
  if (flags.json) for (const row of rows) io.out(jsonLine(statusJson(row)));
  else io.out(await statusTable(io, rows));
  return 0;
}
