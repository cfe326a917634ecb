// `clew ls`: the sessions of one or several config homes, newest first.
import {
  type ListFilter,
  type ListOrder,
  checkZone,
  daysIn,
  isInProject,
  momentOf,
  sessionFolders,
} from "../../find/index.ts";
import { type SessionState, type SessionTag, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { homesOf, sayUnreadable } from "../names.ts";
import { type IndexedHomes, openIndex, withoutIndex } from "../open-index.ts";
import { projectText } from "../project-folder.ts";
import { readList, sessionTable } from "../session-list.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly all: boolean;
    readonly limit?: number;
    readonly project?: string;
    readonly title?: string;
    readonly branch?: string;
    readonly model?: string;
    readonly state?: SessionState;
    readonly tag?: SessionTag;
    readonly since?: string;
    readonly before?: string;
    readonly sort?: ListOrder;
    readonly tz?: string;
    readonly deleted: boolean;
    readonly noIndex: boolean;
  };

const defaultLimit = 20;

export async function ls(io: Io, flags: Flags): Promise<ExitCode> {
  const homes = homesOf(io, flags);
  const indexed = flags.noIndex ? withoutIndex(homes) : await openIndex(io, homes);
  try {
    return await listed(io, flags, indexed);
  } finally {
    indexed.catalog?.close();
  }
}

async function listed(io: Io, flags: Flags, indexed: IndexedHomes): Promise<ExitCode> {
  const { homes, found, catalog, problem } = indexed;
  if (problem !== undefined) io.err(`clew: ${sanitizeLine(problem)}; reading the logs instead\n`);
  sayUnreadable(io, found.unreadable);
  const folders = sessionFolders(catalog);
  const project = flags.project === undefined ? undefined : projectText(io, flags.project);
  const sessions = found.sessions.filter(
    ({ slug, realPath }) => project === undefined || isInProject({ slug, folder: () => folders(realPath) }, project),
  );
  const limit = flags.limit ?? (flags.all || flags.json ? Infinity : defaultLimit);
  const list = await readList(io, indexed, {
    sessions,
    filter: filterOf(io, flags),
    order: flags.sort ?? "newest",
    limit,
    deleted: flags.deleted || flags.tag === "deleted",
  });
  if (flags.json) {
    for (const { startMs, endMs, modifiedMs, ...row } of list.rows)
      io.out(jsonLine({ ...row, start: isoTime(startMs), end: isoTime(endMs), modified: isoTime(modifiedMs) }));
  } else if (list.rows.length > 0) io.out(await sessionTable(io, list.rows, found.sessions));
  if (list.rows.length === 0 && list.failed.length === 0) return sayNone(io, { homes, flags, all: sessions.length });
  if (list.total > limit && !flags.json) io.err(`${limit} of ${list.total} sessions; --all shows all\n`);
  return list.rows.length === 0 ? 1 : 0;
}

function filterOf(io: Io, { title, branch, model, state, tag, since, before, tz }: Flags): ListFilter {
  if (tz !== undefined) checkZone(tz);
  const clock = { days: daysIn(tz ?? io.timeZone), nowMs: io.nowMs };
  return {
    ...(title !== undefined && { title }),
    ...(branch !== undefined && { branch }),
    ...(model !== undefined && { model }),
    ...(state !== undefined && { state }),
    ...(tag !== undefined && { tag }),
    ...(since !== undefined && { afterMs: momentOf(since, "since", clock) }),
    ...(before !== undefined && { beforeMs: momentOf(before, "before", clock) }),
  };
}

type Nothing = { readonly homes: readonly string[]; readonly flags: Flags; readonly all: number };

/** An empty answer says what was looked through, so that it can be believed. */
function sayNone(io: Io, { homes, flags, all }: Nothing): ExitCode {
  const below = flags.project === undefined ? "" : ` below a folder with ${JSON.stringify(flags.project)}`;
  const among = all === 0 ? "no sessions" : `none of ${all} sessions is like that`;
  io.err(sanitizeLine(`clew: ${among} in ${homes.join(", ")}${below}`).concat("\n"));
  return 1;
}
