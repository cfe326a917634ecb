// Events of the daemon -> what the whole page knows of now: who does what, how far the index is, whether we still hear.
import { batch, createSignal } from "solid-js";
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
type Connection = "waiting" | "open" | "lost";
const [connection, setConnection] = createSignal<Connection>("waiting");
/** When the connection was lost; undefined while it is open. */
const [lostMs, setLostMs] = createSignal<number>();
/** Grows whenever lists of sessions should be asked for again. */
const [listsAge, setListsAge] = createSignal(0);
/** Grows whenever everything was missed and has to be read anew. */
const [reloads, setReloads] = createSignal(0);

export { board, connection, daemon, homes, index, isBoardRead, listsAge, lostMs, reloads };

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
  await followEvents({ onEvent: take, onState: note }, signal);
}

function note(state: Connection): void {
  setConnection(state);
  if (state === "open") void refresh();
  else setLostMs((sinceMs) => sinceMs ?? Date.now());
}

function readAgain(): void {
  setReloads((age) => age + 1);
  setListsAge((age) => age + 1);
}

/** A daemon that answers with an error is asked again after this. */
const againMs = 2000;

/** What is known of now, read whole: at the start, and whenever events may have been missed. */
async function refresh(): Promise<void> {
  try {
    const answers = await Promise.all([readStatus(), ask("/health")]);
    batch(() => {
      takeAll(answers);
      // The connection may have gone while the answers were on their way.
      if (connection() !== "open") return;
      // What could not be read meanwhile is read now, whatever events were missed.
      if (lostMs() !== undefined) readAgain();
      setLostMs(undefined);
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    setLostMs((sinceMs) => sinceMs ?? Date.now());
    setTimeout(() => {
      if (connection() === "open") void refresh();
    }, againMs);
  }
}

function takeAll([statuses, health]: readonly [readonly LiveSession[], unknown]): void {
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
      readAgain();
      void refresh();
      return;
    case "bye":
      note("lost");
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
