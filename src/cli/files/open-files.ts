// Flags -> what all logs tell of files, ready to be asked; closed again when the work is done.
import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { isUuid } from "../../format/index.ts";
import {
  type FileContent,
  type FileHistory,
  type FileVersion,
  type LogPlace,
  type OrderedEvent,
  contentOf,
  replayFiles,
} from "../../graph/index.ts";
import {
  type OpenEvidence,
  type OpenHistory,
  type PathNames,
  evidenceReader,
  exactPath,
  knownPath,
  openHistory,
  readFileEvidence,
} from "../../find/index.ts";
import { type Discovered, WorldError, discover, peekLog, systemCode } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { homesOf, sayError, sessionPath } from "../names.ts";

export type FilesFlags = DirFlag & { readonly session?: string };

export type OpenFiles = {
  readonly names: PathNames;
  /** Of one file, however a person calls it; or only by its whole path. */
  readonly named: (name: string, way?: "anyhow" | "exactly") => OpenHistory;
  /** Of all files. */
  readonly histories: () => ReadonlyMap<string, FileHistory>;
  readonly content: (history: FileHistory, version: FileVersion) => FileContent | undefined;
  /** Whether the version is one of the session that was named, if one was. */
  readonly isMeant: (version: FileVersion) => boolean;
  /** The main log of that session. */
  readonly session: string | undefined;
};

export async function withFiles<T>(io: Io, flags: FilesFlags, use: (files: OpenFiles) => T | Promise<T>): Promise<T> {
  const homes = homesOf(io, flags).map((home) => resolve(io.cwd, home));
  const session =
    flags.session === undefined ? undefined : scopeOf(resolve(io.cwd, sessionPath(io, flags, flags.session)));
  const found = discover(homes);
  for (const path of found.unreadable) io.err(`clew: cannot look into ${sanitizeLine(path)}\n`);
  const logs = [...new Set([...logsIn(found), ...(session?.logs ?? [])])];
  const events = readFileEvidence(logs, { onUnreadable: (error) => sayError(io, error) });
  const reader = evidenceReader(homes);
  try {
    return await use(openFiles(events, reader, { session, folders: [...new Set([io.cwd, realFolder(io.cwd)])] }));
  } finally {
    reader.close();
  }
}

/** The oldest first: of copies the one that was there first counts. */
function logsIn({ sessions, agents }: Discovered): readonly string[] {
  const files = [...sessions.toReversed(), ...agents.toSorted((a, b) => a.modifiedMs - b.modifiedMs)];
  return files.flatMap(({ path, sizeBytes }) => (sizeBytes > 0 ? [path] : []));
}

type SessionScope = { readonly path: string; readonly id: string; readonly logs: ReadonlySet<string> };

/** A session that stands in no home brings its agents along. */
function scopeOf(path: string): SessionScope {
  const stem = basename(path, ".jsonl");
  const agents = discover([dirname(path)]).agents.filter(({ sessionStem }) => sessionStem === stem);
  const id = isUuid(stem) ? stem : (peekLog(path).sessionId ?? stem);
  return { path, id, logs: new Set([path, ...agents.map((agent) => agent.path)]) };
}

function openFiles(
  events: readonly OrderedEvent[],
  reader: OpenEvidence,
  { session, folders }: { readonly session: SessionScope | undefined; readonly folders: readonly string[] },
): OpenFiles {
  const known = new Map<string, string>();
  for (const { key, path } of events) if (!known.has(key)) known.set(key, path);
  const names = { known, folders };
  const own = session === undefined ? undefined : placesOf(events, session);
  let all: ReadonlyMap<string, FileHistory> | undefined;
  const histories = (): ReadonlyMap<string, FileHistory> => (all ??= replayFiles(events, reader));
  return {
    names,
    histories,
    session: session?.path,
    content: (history, version) => contentOf(version, history, { histories: histories(), reader }),
    isMeant: ({ sources: [first] }) => own === undefined || (first !== undefined && own.has(placeKey(first))),
    named(name, way) {
      const path = way === "exactly" ? exactPath(name, names) : knownPath(name, names);
      const opened = openHistory(events, path, reader);
      if (opened !== undefined) return opened;
      throw new WorldError("not-found", `no session tells what was in ${path}`, {
        hint: "list the files that they know with `clew files`",
      });
    },
  };
}

function placesOf(events: readonly OrderedEvent[], { id, logs }: SessionScope): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ at, sessions }) => (logs.has(at.log) || sessions.includes(id) ? [placeKey(at)] : [])),
  );
}

const placeKey = ({ log, line }: LogPlace): string => `${log}:${line}`;

/** Logs name folders as they are, without links. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return path;
  }
}
