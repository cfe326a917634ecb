// Rows of sessions -> the table people see, and the list itself as a command asks for it.
import {
  type ListFilter,
  type ListOrder,
  type SessionList,
  type SessionsRequest,
  listSessions,
} from "../find/index.ts";
import { type Catalog, CatalogFailure, type SessionFile, expiryIn, readLedger } from "../store/index.ts";
import { type SessionRow, type SessionState, formatAge, formatBytes, sanitizeLine } from "../view/index.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { sayError } from "./names.ts";
import type { IndexedHomes } from "./open-index.ts";
import { keptNow, ownMakings } from "./own-marks.ts";
import { ownTitles } from "./own-titles.ts";
import { type Role, painter } from "./paint.ts";
import { stateText, stateWithin } from "./state-text.ts";

export type Listing = {
  /** Of all sessions those to choose from. */
  readonly sessions: readonly SessionFile[];
  readonly filter?: ListFilter;
  readonly order?: ListOrder;
  readonly limit: number;
  /** Also sessions whose logs are gone. */
  readonly deleted?: boolean;
};

/** Sessions that cannot be read are named on stderr. */
export async function readList(
  io: Io,
  { homes, found, catalog }: IndexedHomes,
  listing: Listing,
): Promise<SessionList> {
  const { sessions, filter = {}, order = "newest", limit, deleted = false } = listing;
  try {
    return await list(catalog && knownFrom(catalog));
  } catch (error) {
    if (!(error instanceof CatalogFailure)) throw error;
    io.err(`clew: ${sanitizeLine(error.message)}; reading the logs instead\n`);
    return await list(undefined);
  }

  async function list(known: SessionsRequest["known"]): Promise<SessionList> {
    const chosen = { ...found, sessions };
    const list = await listSessions(chosen, {
      filter,
      order,
      limit,
      nowMs: io.nowMs,
      expiresMs: expiryIn(homes),
      titles: ownTitles(io),
      makings: ownMakings(io),
      isKept: keptNow(io),
      ...(known && { known }),
      ...(deleted && { deleted: readLedger(io.dataDir, chosen) }),
      onProgress: (doneBytes, totalBytes) =>
        io.progress(`reading ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`),
    });
    // What went away since it was listed is no longer to be shown.
    for (const { error } of list.failed) if (error.code !== "not-found") sayError(io, error);
    return list;
  }
}

/** What the index has of a log is a beginning of it: the rest is read from there on. */
function knownFrom(catalog: Catalog): SessionsRequest["known"] {
  const sessions = catalog.sessions();
  return {
    get(realPath) {
      const digest = catalog.digest(realPath);
      return digest && { digest };
    },
    lastMs({ realPath, sizeBytes }) {
      const known = sessions.get(realPath);
      return known?.newestSeconds === undefined || known.covered < sizeBytes ? undefined : known.newestSeconds * 1000;
    },
    firstUuid: ({ realPath }) => sessions.get(realPath)?.words.firstUuid,
  };
}

/** As many characters as tell all sessions apart, but not fewer than eight. */
export function idLength(stems: readonly string[]): number {
  const sorted = [...new Set(stems)].sort();
  let length = 8;
  sorted.forEach((stem, index) => {
    const next = sorted[index + 1] ?? "";
    let common = 0;
    while (common < stem.length && stem[common] === next[common]) common += 1;
    length = Math.max(length, common + 1);
  });
  return length;
}

const columns: readonly Column[] = [
  { heading: "ID", align: "left" },
  { heading: "AGE", align: "right" },
  { heading: "TURNS", align: "right", drop: 2 },
  { heading: "AGENTS", align: "right", drop: 6 },
  { heading: "STATE", align: "left", gives: { least: 24, beforeDrop: 3 }, drop: 1 },
  { heading: "SIZE", align: "right", drop: 4 },
  { heading: "PROJECT", align: "left", drop: 3 },
  { heading: "TITLE", align: "left", flexible: true },
];

const stateRoles: Readonly<Record<SessionState, Role>> = {
  answered: "good",
  "open-call": "warning",
  unanswered: "warning",
  interrupted: "warning",
  error: "error",
  empty: "dim",
};

/** `all`: every session that a person could name, so that the ids shown tell them apart. */
export function sessionTable(io: Io, rows: readonly SessionRow[], all: readonly SessionFile[]): Promise<string> {
  const paint = painter(io);
  const shownId = idLength(all.map((session) => session.stem));
  return grid(
    columns,
    rows.map((row) => cells(row)),
    io.columns,
  );

  function cells(row: SessionRow): readonly Cell[] {
    const isMarked = row.tags.some((tag) => tag !== "kept");
    return [
      { text: row.sessionId.slice(0, shownId), paint: (text) => paint("dim", text) },
      { text: formatAge(row.endMs ?? row.modifiedMs, io.nowMs) },
      { text: String(row.turns) },
      { text: row.agents === 0 ? "" : String(row.agents) },
      {
        text: sanitizeLine(stateText(row)),
        shortened: (room) => sanitizeLine(stateWithin(row, room)),
        paint: (text) => paint(row.damaged > 0 ? "error" : isMarked ? "warning" : stateRoles[row.state], text),
      },
      { text: formatBytes(row.sizeBytes) },
      { text: sanitizeLine(row.project ?? "?") },
      { text: sanitizeLine(row.title === "" ? "(no title)" : row.title), paint: (text) => paint("title", text) },
    ];
  }
}
