// Flags of a counting command -> all logs it means, counted once, from the index where that is up to date and else by reading them.
import {
  type Census,
  type Days,
  type KnownLog,
  type Scope,
  censusOf,
  checkZone,
  daysIn,
  momentOf,
  survey,
} from "../find/index.ts";
import {
  type AgentFile,
  CatalogFailure,
  type Discovered,
  WorldError,
  compileLightly,
  discover,
  openCatalog,
  prepareScan,
  readLedger,
} from "../store/index.ts";
import { formatBytes, sanitizeLine } from "../view/index.ts";
import type { DirFlag, JsonFlag } from "./flags.ts";
import type { Io } from "./io.ts";
import { homesOf, sayError, sayUnreadable } from "./names.ts";
import { indexPlace, onTheWayBytes } from "./open-index.ts";
import { projectText } from "./project-folder.ts";

export type CountingFlags = DirFlag &
  JsonFlag & {
    readonly since?: string;
    readonly before?: string;
    readonly project?: string;
    readonly tz?: string;
    readonly deleted: boolean;
    readonly noIndex: boolean;
    readonly threads?: number;
    readonly limit?: number;
  };

export type Asked = { readonly days: Days; readonly scope: Scope };

/** What is wrong with a flag is said before anything is read. */
export function askedFor(io: Io, { since, before, project, tz }: CountingFlags): Asked {
  if (tz !== undefined) checkZone(tz);
  const days = daysIn(tz ?? io.timeZone);
  const clock = { days, nowMs: io.nowMs };
  const sinceMs = since === undefined ? undefined : momentOf(since, "since", clock);
  const beforeMs = before === undefined ? undefined : momentOf(before, "before", clock);
  if (sinceMs !== undefined && beforeMs !== undefined && sinceMs >= beforeMs)
    throw new WorldError("bad-argument", "--since is not earlier than --before", {
      hint: "as in --since 2026-03-01 --before 2026-04-01",
    });
  const scope = {
    ...(sinceMs !== undefined && { sinceMs }),
    ...(beforeMs !== undefined && { beforeMs }),
    ...(project !== undefined && { project: projectText(io, project) }),
  };
  return { days, scope };
}

export async function countLogs(io: Io, flags: CountingFlags): Promise<Census> {
  if (flags.noIndex && flags.threads !== 1) prepareScan();
  else if (flags.noIndex) compileLightly();
  const found = discover(homesOf(io, flags));
  sayUnreadable(io, found.unreadable);
  const known = flags.noIndex ? undefined : await indexed(io, found);
  const counted = await survey(found, {
    ...(known && { known }),
    ...(flags.threads !== undefined && { threads: flags.threads }),
    ...(flags.deleted && { deleted: readLedger(io.dataDir, found) }),
    onProgress: progressOf(io, "counting"),
  });
  for (const { error } of counted.failed) sayError(io, error);
  return censusOf(counted);
}

export type SessionCensus = {
  readonly census: Census;
  /** Only the session's own logs and its agents' were read: what it copied from others is not known to be theirs. */
  readonly isAlone: boolean;
};

/** Enough to count one session: all logs where the index has them, else those of that session. */
export async function countSession(io: Io, path: string): Promise<SessionCensus> {
  const found = discover(io.homes);
  const known = await indexed(io, found);
  const counted = await survey(known === undefined ? ownLogs(found, path) : found, known && { known });
  return { census: censusOf(counted), isAlone: known === undefined };
}

/** Agents beside the sessions tell inside whose they are; those of others are read along. */
function ownLogs(found: Discovered, path: string): Discovered {
  const sessions = found.sessions.filter((session) => session.path === path);
  const isOwn = ({ slug, sessionStem }: AgentFile): boolean =>
    sessions.some((one) => one.slug === slug && (sessionStem === undefined || sessionStem === one.stem));
  return { ...found, sessions, agents: found.agents.filter(isOwn) };
}

/** What the index keeps of the logs when it covers all of them. */
async function indexed(io: Io, found: Discovered): Promise<ReadonlyMap<string, KnownLog> | undefined> {
  const catalog = await openCatalog(indexPlace(io));
  if ("unavailable" in catalog) return scanInstead(catalog.unavailable);
  try {
    const { pendingFiles } = await catalog.update(found, {
      maxBytes: onTheWayBytes,
      onProgress: progressOf(io, "indexing"),
    });
    return pendingFiles > 0 ? undefined : new Map(Array.from(catalog.digests(), (file) => [file.path, file]));
  } catch (error) {
    if (!(error instanceof CatalogFailure)) throw error;
    return scanInstead(error.message);
  } finally {
    catalog.close();
  }

  function scanInstead(why: string): undefined {
    io.err(`clew: ${sanitizeLine(why)}; reading the logs instead\n`);
    return undefined;
  }
}

/** Less is read before anybody would look at a progress line. */
const worthShowingBytes = 64 * 1024 * 1024;
const stepBytes = 16 * 1024 * 1024;

function progressOf(io: Io, verb: string): (doneBytes: number, totalBytes: number) => void {
  let shownBytes = 0;
  return (doneBytes, totalBytes) => {
    if (totalBytes < worthShowingBytes || doneBytes - shownBytes < stepBytes) return;
    shownBytes = doneBytes;
    io.progress(`${verb} ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`);
  };
}

/** One line when nothing was found, and the exit code that says so. */
export function sayNothing(io: Io, flags: CountingFlags): 1 {
  const { since, before, project } = flags;
  const isFiltered = since !== undefined || before !== undefined || project !== undefined;
  const where = sanitizeLine(homesOf(io, flags).join(", "));
  io.err(`clew: no sessions in ${where}${isFiltered ? " that fit --since, --before and --project" : ""}\n`);
  return 1;
}
