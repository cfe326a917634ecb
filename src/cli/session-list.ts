// Discovered session files -> their rows and the table people see.
import { type Discovered, type SessionFile, WorldError, lastTimeMs, openSession } from "../store/index.ts";
import { type SessionRow, type SessionState, formatAge, formatBytes, sanitizeLine, sessionRow } from "../view/index.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { sayError } from "./names.ts";
import { type Role, painter } from "./paint.ts";

function readRow(io: Io, file: SessionFile, { agents, sessions }: Discovered): SessionRow {
  io.progress(`reading ${sessions.indexOf(file) + 1} of ${sessions.length} sessions`);
  const { session, id, close } = openSession(file.path, { agents: "left-out" });
  try {
    const own = agents.filter((agent) => agent.sessionStem === file.stem && agent.slug === file.slug).length;
    const inline = session.agents.length;
    return sessionRow(session, {
      id,
      path: file.path,
      sizeBytes: file.sizeBytes,
      modifiedMs: file.modifiedMs,
      agents: own + inline,
    });
  } finally {
    close();
  }
}

/** Newest first by what the logs say: a copied tree has lost its files' own times. */
export function newestFirst(sessions: readonly SessionFile[]): readonly SessionFile[] {
  const timed = sessions.map((session) => ({ session, timeMs: timeOf(session) }));
  return timed.sort((a, b) => b.timeMs - a.timeMs).map(({ session }) => session);
}

/** What cannot be read has still a time of its own; reading it says what is wrong. */
function timeOf({ path, modifiedMs }: SessionFile): number {
  try {
    return lastTimeMs(path) ?? modifiedMs;
  } catch (error) {
    if (error instanceof WorldError) return modifiedMs;
    throw error;
  }
}

/** The rows of all sessions that can be read; the others are named on stderr. */
export function* readRows(io: Io, found: Discovered): Generator<SessionRow, void, undefined> {
  for (const file of found.sessions) {
    try {
      yield readRow(io, file, found);
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      sayError(io, error);
    }
  }
}

/** As many characters as tell all sessions apart, but not fewer than eight. */
function idLength(stems: readonly string[]): number {
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
  { heading: "STATE", align: "left", drop: 1 },
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
export function sessionTable(io: Io, found: Discovered, all: readonly SessionFile[]): string {
  const paint = painter(io);
  const shownId = idLength(all.map((session) => session.stem));
  const rows = [...readRows(io, found)];
  return grid(
    columns,
    rows.map((row) => cells(row, io)),
    io.columns,
  );

  function cells(row: SessionRow, { nowMs }: Io): readonly Cell[] {
    const state = row.pendingTool === undefined ? row.state : `${row.state} ${row.pendingTool}`;
    const marks = row.damaged > 0 ? ` (${row.damaged} damaged)` : "";
    return [
      { text: row.sessionId.slice(0, shownId), paint: (text) => paint("dim", text) },
      { text: formatAge(row.endMs ?? row.modifiedMs, nowMs) },
      { text: String(row.turns) },
      {
        text: sanitizeLine(`${state}${marks}`),
        paint: (text) => paint(row.damaged > 0 ? "error" : stateRoles[row.state], text),
      },
      { text: formatBytes(row.sizeBytes) },
      { text: sanitizeLine(row.project ?? "?") },
      { text: sanitizeLine(row.title === "" ? "(no title)" : row.title), paint: (text) => paint("title", text) },
    ];
  }
}
