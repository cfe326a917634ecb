// Config homes -> news of their logs and sessions, as few as the moment allows; reads logs, keeps none, and knows no listener.
import { basename } from "node:path";
import { stringField } from "../../format/index.ts";
import {
  type Clock,
  type LiveSession,
  type Processes,
  type TailEvent,
  type TailedFile,
  openBoard,
} from "../../live/index.ts";
import { gathering } from "./gathering.ts";
import { type StatusJson, statusJson } from "./status-json.ts";
import { wordTable } from "./words.ts";

/** What is told at once. */
export type News = {
  /** Names, and data as JSON. */
  readonly events: readonly (readonly [string, string])[];
  readonly statuses: readonly StatusJson[];
  /** Sessions that nothing more is told of. */
  readonly left: readonly string[];
  /** How many sessions there are now. */
  readonly sessions: number;
  readonly awayHomes: readonly string[];
  readonly isReady: boolean;
};

export type FollowOptions = {
  readonly homes: readonly string[];
  readonly clock: Clock;
  readonly processes: Processes;
  /** Titles that people gave through clew, by session id. */
  readonly titles: () => ReadonlyMap<string, string>;
  /** Until then others have the machine: of a large tree the rest is found later. */
  readonly until?: Promise<void>;
  readonly onNews: (news: News) => void;
};

/** Long enough to put many lines into one event, short enough that nobody sees it. */
const momentMs = 25;

/** The result ends it. */
export function follow({ homes, clock, processes, titles, until, onNews }: FollowOptions): () => void {
  const words = wordTable();
  const away = new Set<string>();
  const paths = new Map<string, Pick<TailedFile, "path" | "home">>();
  /** Of sessions that were told of: a file whose name is no id is called by the one inside. */
  const ids = new Map<string, string>();
  const homeNews: (readonly [string, string])[] = [];
  let own = titles();
  let cancelMoment: (() => void) | undefined;
  let isReady = false;
  let isBegun = false;
  const told = (session: LiveSession): StatusJson => {
    const { sessionId, path } = session;
    if (path !== undefined) ids.set(path, sessionId);
    const found = words.of(path ?? paths.get(sessionId)?.path);
    const title = own.get(sessionId);
    return statusJson(session, title === undefined ? found : { ...found, title });
  };
  const gathered = gathering(told);

  function soon(): void {
    cancelMoment ??= clock.after(momentMs, () => {
      cancelMoment = undefined;
      own = titles();
      const { appended, statuses, added, removed, left } = gathered.take();
      const events = homeNews.splice(0);
      const add = (event: string, data: object): void => void events.push([event, JSON.stringify(data)]);
      if (added.length + removed.length > 0) add("sessions", { added, removed });
      if (appended.length > 0) add("appended", { logs: appended });
      const here = statuses.filter(({ home }) => !away.has(home));
      if (here.length + left.length > 0) add("status", { sessions: here, left });
      onNews({
        events,
        statuses,
        left: [...left, ...removed],
        sessions: countHere(),
        awayHomes: [...away],
        isReady: isBegun,
      });
    });
  }

  const countHere = (): number =>
    away.size === 0 ? paths.size : [...paths.values()].filter(({ home }) => !away.has(home)).length;

  /** Its status may stay the same for long: it is told again, under its new name. */
  function rename({ path }: TailedFile): void {
    words.forget(path);
    const session = board.sessions().find((one) => one.path === path);
    if (isBegun && session !== undefined) gathered.changed(session);
  }

  function hear(event: TailEvent): void {
    switch (event.kind) {
      case "lines":
        if (event.lines.some((line) => "raw" in line && titleTypes.has(stringField(line.raw, "type") ?? "")))
          rename(event.file);
        gathered.grew(event);
        return soon();
      case "restarted":
        words.forget(event.file.path);
        gathered.cut(event);
        return soon();
      case "found":
        gathered.found(event.file);
        if (event.file.agentId === undefined) meet(event.file);
        // How many there are is told before all of them are read.
        return soon();
      case "moved":
        gathered.moved(event.file, event.from);
        miss(event.from);
        if (event.file.agentId === undefined) meet(event.file);
        break;
      case "gone":
        if (event.file.agentId === undefined) miss(event.file.path);
        break;
      case "home-gone":
        return turn(event.home, false);
      case "home-back":
        return turn(event.home, true);
      case "ready":
        isReady = true;
        return void clock.after(0, begin);
      case "unreadable":
      case "readable":
      case "watching-limited":
        return;
    }
    if (isReady) soon();
  }

  /** Until all is found a session may lack its log, and its status would be another. */
  function begin(): void {
    board.look();
    isBegun = true;
    for (const session of board.sessions()) gathered.changed(session);
    soon();
  }

  function turn(path: string, isThere: boolean): void {
    if (isThere) away.delete(path);
    else away.add(path);
    homeNews.push(["home", JSON.stringify({ path, isThere })]);
    // With it go, or come, all statuses of its sessions.
    if (isBegun) homeNews.push(["reload", JSON.stringify({ reason: "homes" })]);
    soon();
  }

  function meet({ sessionStem, path, home }: TailedFile): void {
    const id = (sessionStem ?? "").toLowerCase();
    if (isReady && !paths.has(id)) gathered.came(id);
    paths.set(id, { path, home });
  }

  /** An agent's log is nobody's own. */
  function miss(path: string): void {
    const id = basename(path, ".jsonl").toLowerCase();
    words.forget(path);
    if (paths.get(id)?.path !== path) return;
    paths.delete(id);
    if (isReady) gathered.went(id);
    const inside = ids.get(path);
    ids.delete(path);
    if (inside !== undefined && inside !== id && !paths.has(inside)) gathered.went(inside);
  }

  const board = openBoard({
    homes,
    clock,
    processes,
    onChange(session) {
      if (!isReady) return;
      gathered.changed(session);
      soon();
    },
    onLeave(sessionId) {
      if (!isReady) return;
      gathered.left(sessionId);
      soon();
    },
    onEvent: hear,
    ...(until && { until }),
  });
  return () => {
    cancelMoment?.();
    board.close();
  };
}

const titleTypes: ReadonlySet<string> = new Set(["custom-title", "ai-title", "summary"]);
