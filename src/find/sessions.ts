// Discovered files and what a person wants to see -> the rows of those sessions; only logs that must be read are read.
import { isUuid } from "../format/index.ts";
import type { Digest } from "../graph/index.ts";
import {
  type AgentFile,
  type DeletedFile,
  type Discovered,
  type IsKept,
  type Peek,
  type ScanFailure,
  type SessionFile,
  WorldError,
  keyIn,
  peekLog,
  peekedId,
  projectFolderOf,
  scanLog,
  scanLogs,
} from "../store/index.ts";
import { type MadeBy, type SessionRow, sessionRow } from "../view/index.ts";
import { type ListFilter, type ListOrder, needsContent, selectRows } from "./listing.ts";
import { forkParents } from "./owner.ts";
import type { KnownLog } from "./survey.ts";

export type SessionsRequest = {
  readonly filter: ListFilter;
  readonly order: ListOrder;
  readonly limit: number;
  readonly nowMs: number;
  /** When the client's clean-up takes the file; undefined when it never does. */
  readonly expiresMs: (file: SessionFile) => number | undefined;
  /** What is kept of files: their digest by `realPath`, and their newest time if nothing was written since. */
  readonly known?: {
    readonly get: (realPath: string) => KnownLog | undefined;
    readonly lastMs: (file: SessionFile) => number | undefined;
    /** Of the first entry that has one: what is appended later does not change it. */
    readonly firstUuid: (file: SessionFile) => string | undefined;
  };
  /** Titles that come before those of the logs, by session id. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Which command of clew's made a session, by its id. */
  readonly makings?: ReadonlyMap<string, MadeBy>;
  readonly isKept?: IsKept;
  /** What was kept of logs that are gone, to be listed too. */
  readonly deleted?: Iterable<DeletedFile>;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
};

export type SessionList = {
  readonly rows: readonly SessionRow[];
  /** How many there are without the limit. */
  readonly total: number;
  readonly failed: readonly ScanFailure[];
};

type Timed = { readonly file: SessionFile; readonly timeMs: number };

export async function listSessions(found: Discovered, request: SessionsRequest): Promise<SessionList> {
  const { filter, order, limit } = request;
  const all = found.sessions.filter(({ sizeBytes }) => sizeBytes > 0).map((file) => timedOf(file, request));
  const inTime = all.filter(({ timeMs }) => isWithin(timeMs, filter));
  const byTimeAlone = !needsContent(filter) && (order === "newest" || order === "oldest");
  const sorted = inTime.toSorted((a, b) => (order === "oldest" ? a.timeMs - b.timeMs : b.timeMs - a.timeMs));
  const wanted = byTimeAlone ? sorted.slice(0, limit) : sorted;
  const { digests, failed } = await digestsOf(withRelatives(wanted, all, request), request);
  const titled = titler(request);
  const deleted = Array.from(request.deleted ?? []);
  const listed = rowsOf(wanted, { digests, found, request, deleted });
  const gone = listed.gone.map(titled);
  const rows = selectRows([...listed.rows.map(titled), ...gone], filter, order);
  const total = byTimeAlone ? inTime.length + selectRows(gone, filter, order).length : rows.length;
  return { rows: rows.slice(0, limit), total, failed };
}

function titler({ titles }: SessionsRequest): (row: SessionRow) => SessionRow {
  return (row) => {
    const title = titles?.get(row.sessionId);
    return title === undefined ? row : { ...row, title, titleSource: "clew-title" };
  };
}

type GoneSession = DeletedFile & { readonly id: string; readonly forkedFrom: string | undefined };

type Gone = { readonly deleted: readonly DeletedFile[]; readonly request: SessionsRequest };

function goneRow(file: GoneSession, { deleted: files, request: { nowMs, makings } }: Gone): SessionRow {
  const { id, path, stem, sizeBytes, modifiedMs, digest, forkedFrom } = file;
  const agents = files.filter(({ kind, session }) => kind === "agent" && session === stem).length;
  const gone = { isDeleted: true, expiresMs: undefined } as const;
  return sessionRow(digest, {
    id,
    path,
    sizeBytes,
    modifiedMs,
    agents,
    forkedFrom,
    nowMs,
    madeBy: makings?.get(id),
    ...gone,
  });
}

/** By what the logs say: a copied tree has lost its files' own times. */
export function newestFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  const timed = files.map((file) => ({ file, timeMs: peeked(file.path).lastMs ?? file.modifiedMs }));
  return timed.sort((a, b) => b.timeMs - a.timeMs).map(({ file }) => file);
}

/** What cannot be read has still a time of its own; reading it says what is wrong. */
function timedOf(file: SessionFile, { known }: SessionsRequest): Timed {
  return { file, timeMs: known?.lastMs(file) ?? peeked(file.path).lastMs ?? file.modifiedMs };
}

function peeked(path: string): Pick<Peek, "lastMs" | "firstUuid"> {
  try {
    return peekLog(path);
  } catch (error) {
    if (error instanceof WorldError) return { lastMs: undefined, firstUuid: undefined };
    throw error;
  }
}

const isWithin = (timeMs: number, { afterMs = -Infinity, beforeMs = Infinity }: ListFilter): boolean =>
  timeMs >= afterMs && timeMs < beforeMs;

/** And the sessions of the same folders that begin with the same entry: one of them is a copy of the other. */
function withRelatives(
  wanted: readonly Timed[],
  all: readonly Timed[],
  { known }: SessionsRequest,
): readonly SessionFile[] {
  const chosen = new Set(wanted.map(({ file }) => file));
  const slugs = new Set(wanted.map(({ file }) => file.slug));
  const firstOf = (file: SessionFile): string | undefined => known?.firstUuid(file) ?? peeked(file.path).firstUuid;
  const near = all.flatMap(({ file }) => (slugs.has(file.slug) ? [{ file, first: firstOf(file) }] : []));
  const beginnings = new Set(near.flatMap(({ file, first }) => (chosen.has(file) ? (first ?? []) : [])));
  return near.flatMap(({ file, first }) =>
    chosen.has(file) || (first !== undefined && beginnings.has(first)) ? [file] : [],
  );
}

type Digests = { readonly digests: ReadonlyMap<SessionFile, Digest>; readonly failed: readonly ScanFailure[] };

async function digestsOf(files: readonly SessionFile[], { known, onProgress }: SessionsRequest): Promise<Digests> {
  const digests = new Map<SessionFile, Digest>();
  const unknown: SessionFile[] = [];
  const broken: ScanFailure[] = [];
  for (const file of files) {
    const kept = known?.get(file.realPath);
    if (kept === undefined || kept.digest.bytes > file.sizeBytes) unknown.push(file);
    else if (kept.digest.bytes === file.sizeBytes) digests.set(file, kept.digest);
    else extend(file, kept.digest);
  }
  const totalBytes = unknown.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const scanned = await scanLogs(
    unknown.map(({ path }) => path),
    { ...(onProgress && { onProgress: (doneBytes: number) => onProgress(doneBytes, totalBytes) }) },
  );
  const byPath = new Map(scanned.logs.map(({ path, digest }) => [path, digest]));
  for (const file of unknown) {
    const digest = byPath.get(file.path);
    if (digest !== undefined) digests.set(file, digest);
  }
  return { digests, failed: [...broken, ...scanned.failed] };

  /** A log that cannot be read any more fails alone. */
  function extend(file: SessionFile, from: Digest): void {
    try {
      digests.set(file, scanLog(file.path, { from }));
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      broken.push({ path: file.path, error });
    }
  }
}

type Gathered = {
  readonly digests: Digests["digests"];
  readonly found: Discovered;
  readonly request: SessionsRequest;
  readonly deleted: readonly DeletedFile[];
};

type Rows = { readonly rows: readonly SessionRow[]; readonly gone: readonly SessionRow[] };

function rowsOf(wanted: readonly Timed[], { digests, found, request, deleted }: Gathered): Rows {
  const named = [...digests]
    .filter(([, { lines }]) => lines > 0)
    .map(([file, digest]) => ({ file, digest, path: file.path, id: idOf(file, digest) }));
  const away = deleted.flatMap((file) => (file.kind === "session" ? [{ ...file, id: idOf(file, file.digest) }] : []));
  // What is gone may have been copied before.
  const parents = forkParents([...named, ...away]);
  const shown = new Set(wanted.map(({ file }) => file));
  const agents = agentCounter(found.agents);
  const rows = named.flatMap(({ file, digest, id }, at) =>
    shown.has(file)
      ? [
          sessionRow(digest, {
            id,
            path: file.path,
            sizeBytes: file.sizeBytes,
            modifiedMs: file.modifiedMs,
            agents: agents(file, id),
            forkedFrom: parents[at],
            madeBy: request.makings?.get(id),
            isKept: request.isKept?.(id, file) ?? false,
            isDeleted: false,
            expiresMs: request.expiresMs(file),
            nowMs: request.nowMs,
          }),
        ]
      : [],
  );
  const gone = away.map((file, at) =>
    goneRow({ ...file, forkedFrom: parents[named.length + at] }, { deleted, request }),
  );
  return { rows, gone };
}

/** The file's stem if that is a UUID, else the first `sessionId` inside. */
const idOf = ({ stem }: Pick<SessionFile, "stem">, { sessionId }: Digest): string =>
  isUuid(stem) ? stem : (sessionId ?? stem);

/** Nested ones stand in the session's folder; flat ones stand beside it and name it inside. */
function agentCounter(agents: readonly AgentFile[]): (file: SessionFile, id: string) => number {
  const counts = new Map<string, number>();
  const flat = new Map<string, readonly AgentFile[]>();
  for (const agent of agents) {
    const folder = projectFolderOf(agent);
    if (agent.sessionStem === undefined) flat.set(folder, [...(flat.get(folder) ?? []), agent]);
    else add(keyIn(folder, agent.sessionStem));
  }
  return (file, id) => {
    const folder = projectFolderOf(file);
    // Only where a listed session could have some is a flat one opened, and only once.
    for (const agent of flat.get(folder) ?? []) add(keyIn(folder, peekedId(agent.path) ?? ""));
    flat.delete(folder);
    return [...new Set([file.stem, id])].reduce((sum, name) => sum + (counts.get(keyIn(folder, name)) ?? 0), 0);
  };

  function add(key: string): void {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}
