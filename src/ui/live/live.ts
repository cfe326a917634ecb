// Events of the daemon -> what the whole page knows of now: who does what, how far the index is, whether we still hear.
import { createSignal } from "solid-js";
import { ask } from "../api/client.ts";
import { type ServerEvent, followEvents } from "../api/events.ts";
import {
  type Fields,
  count,
  fieldsOf,
  flag,
  list,
  maybeText,
  oneOf,
  part,
  text,
  exact,
  maybeExact,
} from "../api/fields.ts";
import { type LiveSession, decodeLive, readStatus } from "../api/session.ts";

export type IndexState = {
  readonly state: "off" | "waiting" | "building" | "done" | "failed";
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly reason: string | undefined;
};

export type Home = { readonly path: string; readonly isThere: boolean };
export type Daemon = {
  readonly version: string;
  readonly isDemo: boolean;
  readonly sessions: number;
  readonly actions: "allowed" | "none";
};
export type Grown = { readonly sessionId: string; readonly agentId: string | undefined };

const [board, setBoard] = createSignal<ReadonlyMap<string, LiveSession>>(new Map());
const [isBoardRead, setBoardRead] = createSignal(false);
const [index, setIndex] = createSignal<IndexState | undefined>();
const [homes, setHomes] = createSignal<readonly Home[]>([]);
const [daemon, setDaemon] = createSignal<Daemon | undefined>();
const [connection, setConnection] = createSignal<"waiting" | "open" | "lost">("waiting");
/** Grows whenever lists of sessions should be asked for again. */
const [listsAge, setListsAge] = createSignal(0);
/** Grows whenever everything was missed and has to be read anew. */
const [reloads, setReloads] = createSignal(0);

export { board, connection, daemon, homes, index, isBoardRead, listsAge, reloads };

const growers = new Set<(grown: Grown) => void>();

/** Told of every log that grew; gives back how to stop. */
export function onGrowth(told: (grown: Grown) => void): () => void {
  growers.add(told);
  return () => growers.delete(told);
}

const comers = new Set<(sessionId: string) => void>();

/** Told of every session that came or went; gives back how to stop. */
export function onComing(told: (sessionId: string) => void): () => void {
  comers.add(told);
  return () => comers.delete(told);
}

export async function goLive(signal: AbortSignal): Promise<void> {
  await followEvents(
    {
      onEvent: take,
      onState: (state) => {
        setConnection(state);
        if (state === "open") void refresh();
      },
    },
    signal,
  );
}

/** What is known of now, read whole: at the start, and whenever events may have been missed. */
async function refresh(): Promise<void> {
  try {
    await readAll();
  } catch (error) {
    // The next connection tries again, and meanwhile the page says that it hears nothing.
    if (!(error instanceof Error)) throw error;
    setConnection("lost");
  }
}

async function readAll(): Promise<void> {
  const [statuses, health] = await Promise.all([readStatus(), ask("/health")]);
  setBoard(new Map(statuses.map((session) => [session.sessionId, session])));
  setBoardRead(true);
  const fields = fieldsOf(health);
  setDaemon({
    version: text(fields, "version"),
    isDemo: flag(fields, "demo"),
    sessions: count(fields, "sessions"),
    actions: flag(fields, "actions") ? "allowed" : "none",
  });
  setHomes(list(fields, "homes", (value) => decodeHome(fieldsOf(value))));
  setIndex(decodeIndex(part(fields, "index")));
}

function take({ name, data }: ServerEvent): void {
  switch (name) {
    case "status":
      setBoard((known) => new Map([...known, ...list(data, "sessions", decodeLive).map(byId)]));
      leaveBoard(list(data, "left", String));
      return;
    case "appended":
      for (const grown of list(data, "logs", decodeGrown)) for (const told of growers) told(grown);
      return;
    case "sessions":
      leaveBoard(list(data, "removed", String));
      for (const id of ["added", "removed"].flatMap((name) => list(data, name, String)))
        for (const told of comers) told(id);
      setListsAge((age) => age + 1);
      return;
    case "index": {
      const before = index()?.state;
      setIndex(decodeIndex(data));
      if (index()?.state === "done" && before !== "done") setListsAge((age) => age + 1);
      return;
    }
    case "home":
      setHomes((known) => [...known.filter(({ path }) => path !== text(data, "path")), decodeHome(data)]);
      return;
    case "reload":
      setReloads((age) => age + 1);
      setListsAge((age) => age + 1);
      void refresh();
      return;
    case "bye":
      setConnection("lost");
  }
}

function leaveBoard(ids: readonly string[]): void {
  if (ids.length > 0) setBoard((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
}

const byId = (session: LiveSession): readonly [string, LiveSession] => [session.sessionId, session];

const decodeHome = (fields: Fields): Home => ({ path: exact(fields, "path"), isThere: flag(fields, "isThere") });

function decodeGrown(value: unknown): Grown {
  const fields = fieldsOf(value);
  return { sessionId: exact(fields, "sessionId"), agentId: maybeExact(fields, "agentId") };
}

function decodeIndex(fields: Fields): IndexState {
  return {
    state: oneOf(["off", "waiting", "building", "failed", "done"], fields["state"]),
    doneBytes: count(fields, "doneBytes"),
    totalBytes: count(fields, "totalBytes"),
    reason: maybeText(fields, "reason"),
  };
}
