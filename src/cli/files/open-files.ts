// Flags -> what all logs tell of files, ready to be asked; closed again when the work is done.
import { basename, dirname, resolve } from "node:path";
import { isUuid } from "../../format/index.ts";
import {
  type EventGroups,
  type FileContent,
  type FileHistory,
  type FileVersion,
  type LogPlace,
  type OrderedEvent,
  contentOf,
  foldersOf,
  pathKey,
  replayFiles,
} from "../../graph/index.ts";
import {
  type FileSummary,
  type KnownEvents,
  type KnownFiles,
  type OpenEvidence,
  type OpenHistory,
  type PathNames,
  type Summaries,
  evidenceReader,
  fileSummary,
  knownFiles,
  knownPath,
  openHistory,
} from "../../find/index.ts";
import {
  CatalogFailure,
  type Discovered,
  type FileFacts,
  type FileMemory,
  WorldError,
  discover,
  ownerKey,
  peekLog,
  sessionKey,
  realPath,
} from "../../store/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { homesOf, sayError, sayUnreadable, sessionPath } from "../names.ts";
import { openIndexAsIs, updateIndex } from "../open-index.ts";

export type FilesFlags = DirFlag & { readonly session?: string };

export type OpenFiles = {
  readonly names: PathNames;
  /** Of one file, however a person calls it. */
  readonly named: (name: string) => OpenHistory;
  /** Of several, by their keys. */
  readonly historiesOf: (keys: readonly string[]) => OpenHistories;
  /** Of all files, by their keys. */
  readonly histories: () => ReadonlyMap<string, FileHistory>;
  /** Of all files that the session knew, or of all; the last touched first. */
  readonly summaries: () => readonly FileSummary[];
  /** As `summaries`, of the session with this main log, whichever was named. */
  readonly summariesOf: (log: string) => readonly FileSummary[];
  /** Whether the version is one of the session that was named, if one was. */
  readonly isMeant: (version: FileVersion) => boolean;
  /** The main log of that session. */
  readonly session: string | undefined;
};

/** Each with the prompts behind it. */
export type OpenHistories = {
  readonly of: (key: string) => FileHistory | undefined;
  readonly content: (history: FileHistory, version: FileVersion) => FileContent | undefined;
};

/** What is asked of all files at once is answered without replaying any, where the index can. */
export type KnownHomes = {
  readonly summaries: (most: number) => Promise<Summaries>;
  readonly open: () => Promise<OpenFiles>;
};

export async function withFiles<T>(io: Io, flags: FilesFlags, use: (files: OpenFiles) => T | Promise<T>): Promise<T> {
  return await withHomes(io, flags, async ({ open }) => await use(await open()));
}

export async function withHomes<T>(io: Io, flags: FilesFlags, use: (homes: KnownHomes) => Promise<T>): Promise<T> {
  const homes = homesOf(io, flags).map((home) => resolve(io.cwd, home));
  const session =
    flags.session === undefined ? undefined : scopeOf(resolve(io.cwd, sessionPath(io, flags, flags.session)));
  // Without an index the logs tell the same, only later: nobody needs to be told.
  let index = await openIndexAsIs(io, homes);
  sayUnreadable(io, index.found.unreadable);
  const known = (): KnownFiles =>
    knownFiles({
      homes,
      logs: logsIn(index.found, session),
      mainOf: mainsIn(index.found),
      memory: index.catalog && forgiving(index.catalog.fileMemory),
      nowMs: io.nowMs,
      onUnreadable: (error) => sayError(io, error),
    });
  let files = known();
  const reader = evidenceReader(homes);
  const folders = [...new Set([io.cwd, realPath(io.cwd)])];
  /** What has changed since is indexed on the way. */
  const update = async (): Promise<void> => {
    const had = index.catalog;
    index = await updateIndex(index);
    if (index.catalog === had) return;
    files.close();
    files = known();
  };
  const open = async (): Promise<OpenFiles> => {
    await update();
    return openFiles(await files.events(), reader, { session, folders });
  };
  try {
    return await use({
      open,
      async summaries(most) {
        const kept = session === undefined ? files.kept(most) : undefined;
        if (kept !== undefined) return kept;
        if (session === undefined) {
          files.prepare();
          await update();
          return await files.summaries(most);
        }
        const rows = (await open()).summaries();
        return { rows: rows.slice(0, most), all: rows.length };
      },
    });
  } finally {
    reader.close();
    files.close();
    index.catalog?.close();
  }
}

/** An index that fails on the way is as good as none: the logs tell the same. */
function forgiving(memory: FileMemory): FileMemory {
  const or = <T>(instead: T, ask: () => T): T => {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof CatalogFailure)) throw error;
      return instead;
    }
  };
  return {
    answer: (key, state) => or(undefined, () => memory.answer(key, state)),
    lastAnswer: (key) => or(undefined, () => memory.lastAnswer(key)),
    logs: () => or([], () => [...memory.logs()]),
    keep: (news) => or(false, () => memory.keep(news)),
  };
}

/** The oldest first: of copies the one that was there first counts. */
function logsIn({ sessions, agents }: Discovered, session: SessionScope | undefined): readonly FileFacts[] {
  const files = [...sessions.toReversed(), ...agents.toSorted((a, b) => a.modifiedMs - b.modifiedMs)];
  const known = new Set(files.map(({ path }) => path));
  return [...files, ...(session?.files ?? []).filter(({ path }) => !known.has(path))].filter(
    ({ sizeBytes }) => sizeBytes > 0,
  );
}

/** By the folder that an agent's log stands in. */
function mainsIn({ sessions, agents }: Discovered): (log: string) => string | undefined {
  const mains = new Map(sessions.map((file) => [sessionKey(file), file.path]));
  const owners = new Map(agents.map((agent) => [agent.path, mains.get(ownerKey(agent) ?? "")] as const));
  return (log) => owners.get(log);
}

type SessionScope = {
  readonly path: string;
  readonly id: string;
  readonly logs: ReadonlySet<string>;
  readonly files: readonly FileFacts[];
};

/** A session that stands in no home brings its agents along. */
function scopeOf(path: string): SessionScope {
  const stem = basename(path, ".jsonl");
  const { sessions, agents } = discover([dirname(path)]);
  const files = [
    ...sessions.filter((file) => file.path === path),
    ...agents.filter(({ sessionStem }) => sessionStem === stem),
  ];
  const id = isUuid(stem) ? stem : (peekLog(path).sessionId ?? stem);
  return { path, id, logs: new Set([path, ...files.map((file) => file.path)]), files };
}

type Scope = { readonly session: SessionScope | undefined; readonly folders: readonly string[] };

function openFiles(known: KnownEvents, reader: OpenEvidence, { session, folders }: Scope): OpenFiles {
  const { events, groups, prompted } = known;
  const paths = new Map<string, string>();
  // What a command may have met is no file that anybody knows.
  for (const { key, path, act } of events)
    if (!paths.has(key) && !(act.kind === "shell" && act.act.kind === "doubt")) paths.set(key, path);
  let brought: ReadonlyMap<string, string> | undefined;
  const names = { known: paths, folders, brought: () => (brought ??= broughtFiles(known, reader)) };
  const own = session === undefined ? undefined : placesOf(events, session);
  let all: ReadonlyMap<string, FileHistory> | undefined;
  const isMeant = meantBy(own);
  const summariesAt = (places: Places | undefined): readonly FileSummary[] =>
    groups.groups
      .filter((group) => places === undefined || group.some(({ at }) => places.has(placeKey(at))))
      .flatMap((group) => [...replayFiles(group, reader).values()])
      .flatMap((history) => fileSummary(history, meantBy(places)) ?? [])
      .sort((a, b) => b.lastMs - a.lastMs || (a.path < b.path ? -1 : 1));
  return {
    names,
    isMeant,
    session: session?.path,
    historiesOf: (keys) => historiesIn(prompted(keys), reader),
    histories: () => (all ??= new Map(prompted("all").groups.flatMap((group) => [...replayFiles(group, reader)]))),
    summaries: () => summariesAt(own),
    summariesOf: (log) => summariesAt(placesOf(events, scopeOf(log))),
    named(name) {
      const path = knownPath(name, names);
      const key = pathKey(path);
      const opened = openHistory(prompted([key]).of(key) ?? [], path, reader);
      if (opened !== undefined) return opened;
      throw new WorldError("not-found", `no session tells what was in ${path}`, {
        hint: "list the files that they know with `clew files`",
      });
    },
  };
}

/** Files that are where they are because their folder was moved or copied there. */
function broughtFiles({ events, groups }: KnownEvents, reader: OpenEvidence): ReadonlyMap<string, string> {
  const folders = new Set(events.flatMap(({ key }) => foldersOf(key)));
  const isOfFolder = ({ act }: OrderedEvent): boolean =>
    act.kind === "shell" && "from" in act.act && folders.has(pathKey(act.act.from));
  const told = new Set(events.map(({ key }) => key));
  const histories = groups.groups
    .filter((group) => group.some(isOfFolder))
    .flatMap((group) => [...replayFiles(group, reader).values()]);
  return new Map(histories.flatMap(({ key, path }) => (told.has(key) ? [] : [[key, path] as const])));
}

/** Files that are told of together are replayed once. */
function historiesIn(groups: EventGroups, reader: OpenEvidence): OpenHistories {
  const replayed = new Map<readonly unknown[], ReadonlyMap<string, FileHistory>>();
  const around = (key: string): ReadonlyMap<string, FileHistory> => {
    const group = groups.of(key) ?? [];
    const found = replayed.get(group) ?? replayFiles(group, reader);
    replayed.set(group, found);
    return found;
  };
  return {
    of: (key) => around(key).get(key),
    content: (history, version) => contentOf(version, history, { histories: around(history.key), reader }),
  };
}

type Places = ReadonlySet<string>;

/** A version belongs to whoever's log tells of what made it. */
const meantBy =
  (places: Places | undefined): OpenFiles["isMeant"] =>
  ({ sources: [first] }) =>
    places === undefined || (first !== undefined && places.has(placeKey(first)));

/** What was copied stands in one log only, and belongs to each session that has it. */
function placesOf(events: KnownEvents["events"], { id, logs }: SessionScope): Places {
  return new Set(
    events.flatMap(({ at, sessions }) => (logs.has(at.log) || sessions.includes(id) ? [placeKey(at)] : [])),
  );
}

const placeKey = ({ log, line }: LogPlace): string => `${log}:${line}`;
