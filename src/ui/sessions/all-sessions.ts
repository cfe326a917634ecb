// The daemon's lists, page by page -> every session, so that filtering is instant; read anew when sessions come or go.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Session, listSessions } from "../api/session.ts";
import { board, listsAge } from "../live/live.ts";

export type AllSessions = {
  readonly sessions: () => readonly Session[];
  readonly total: () => number;
  readonly isRead: () => boolean;
  readonly error: () => unknown;
  readonly again: () => void;
};

/** The first answer is small, so that the first lines come at once. */
const firstPage = 100;
const nextPages = 2000;
/** Many sessions that come at once are one reason to read. */
const quietMs = 400;

/** The list as it was left is there at once when one comes back, and is read anew behind that. */
let last: readonly Session[] = [];

export function useAllSessions(): AllSessions {
  const [sessions, setSessions] = createSignal(last);
  const [total, setTotal] = createSignal(last.length);
  const [isRead, setRead] = createSignal(last.length > 0);
  const [error, setError] = createSignal<unknown>();
  let running: AbortController | undefined;

  /** The first answer is not given up for a newer one: something is to be seen first. */
  async function read(): Promise<void> {
    if (running !== undefined && !isRead() && error() === undefined) return later();
    running?.abort();
    const control = new AbortController();
    running = control;
    try {
      const found: Session[] = [];
      for (let more = true; more;) {
        const limit = found.length === 0 ? firstPage : nextPages;
        const page = await listSessions({ limit, offset: found.length }, control.signal);
        found.push(...page.sessions);
        more = page.sessions.length > 0 && found.length < page.total;
        setTotal(page.total);
        if (!isRead() || !more) setSessions([...found]);
        setRead(true);
      }
      last = sessions();
      setError(undefined);
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), quietMs);
  }
  void read();
  createEffect(on([listsAge, board], later, { defer: true }));
  onCleanup(() => {
    clearTimeout(timer);
    running?.abort();
  });
  return { sessions, total, isRead, error, again: () => void read() };
}

/** Every word must stand somewhere in what the list shows of a session. */
export function filterSessions(sessions: readonly Session[], words: string): readonly Session[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0) return sessions;
  return sessions.filter((session) => {
    const { title, project, cwd, gitBranch, model, sessionId } = session;
    const told = [title, project, cwd, gitBranch, model, sessionId].join("\n").toLowerCase();
    return wanted.every((word) => told.includes(word));
  });
}
