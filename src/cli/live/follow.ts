// Config homes -> events of sessions that came to another status, first of all that are there; what they are called is added.
import { stringField } from "../../format/index.ts";
import { type Clock, type LiveSession, type Processes, type TailEvent, openBoard } from "../../live/index.ts";
import type { Catalog } from "../../store/index.ts";
import type { Io } from "../io.ts";
import { isNews } from "./rule.ts";
import type { StatusEvent } from "./status-json.ts";
import { byNeed } from "./status-text.ts";
import { type Told, teller } from "./told.ts";

export type FollowOptions = {
  readonly homes: readonly string[];
  readonly clock: Clock;
  readonly catalog: Catalog | undefined;
  readonly processes: Processes;
  readonly idleAfterMs?: number;
  readonly onEvent: (event: StatusEvent) => void;
  /** All that was there has been told. */
  readonly onReady: (sessions: number) => void;
  /** A trouble, in words. */
  readonly say: (text: string) => void;
};

export type Following = {
  /** Those who need a person first. */
  readonly sessions: () => readonly Told[];
  readonly close: () => void;
};

export function follow(io: Io, options: FollowOptions): Following {
  const { homes, clock, processes, onEvent, onReady, say } = options;
  const words = teller(io, options.catalog);
  const before = new Map<string, LiveSession>();
  /** Of logs that are too old to be opened before they grow, too. */
  const paths = new Map<string, string>();
  /** Homes that were not there from the beginning. */
  const missing = new Set<string>();
  let isReady = false;
  const board = openBoard({
    homes,
    clock,
    processes,
    ...(options.idleAfterMs !== undefined && { idleAfterMs: options.idleAfterMs }),
    // Until all is found a session may lack its log, and its status would be another.
    onChange: (session) => (isReady ? tell(session) : undefined),
    onEvent: hear,
  });

  const named = (session: LiveSession): Told =>
    words.tell({ ...session, path: session.path ?? paths.get(session.sessionId) });

  function tell(session: LiveSession): void {
    const last = before.get(session.sessionId);
    before.set(session.sessionId, session);
    const told = named(session);
    onEvent({ told, before: last?.status.status, atMs: clock.nowMs(), isNews: isNews(last, session) });
  }

  function begin(): void {
    board.look();
    isReady = true;
    const sessions = byNeed(board.sessions());
    for (const session of sessions) tell(session);
    onReady(sessions.length);
  }

  function hear(event: TailEvent): void {
    switch (event.kind) {
      case "ready":
        return void clock.after(0, begin);
      case "moved":
        leave(event.from);
        if (event.file.agentId === undefined) paths.set((event.file.sessionStem ?? "").toLowerCase(), event.file.path);
        return;
      case "found":
        if (event.file.agentId === undefined) paths.set((event.file.sessionStem ?? "").toLowerCase(), event.file.path);
        return;
      case "gone":
        return leave(event.file.path);
      case "lines":
        if (event.lines.some((line) => "raw" in line && isTitle(stringField(line.raw, "type")))) {
          words.forget(event.file.path);
        }
        return;
      case "restarted":
        return words.forget(event.file.path);
      case "unreadable":
        return say(`cannot read ${event.path}: ${event.code}`);
      case "home-gone":
        if (!isReady) missing.add(event.home);
        return say(
          isReady ? `${event.home} is gone; waiting for it to come back` : `${event.home} is not there; waiting for it`,
        );
      case "home-back":
        return say(missing.delete(event.home) ? `${event.home} is there now` : `${event.home} is back`);
      case "watching-limited":
        return say(`the system gives no more watches (${event.code}): changes are found by looking, a little later`);
      case "readable":
        return;
    }
  }

  function leave(path: string): void {
    for (const [id, known] of paths) if (known === path) paths.delete(id);
  }

  return { sessions: () => byNeed(board.sessions()).map(named), close: board.close };
}

const titleTypes: ReadonlySet<string> = new Set(["custom-title", "ai-title", "summary"]);
const isTitle = (type: string | undefined): boolean => titleTypes.has(type ?? "");
