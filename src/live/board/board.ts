// Config homes -> who does what now, session by session, told again at every change: the tail and the registry, weighed together.
import type { Processes } from "../../store/index.ts";
import type { Clock } from "../clock.ts";
import { type LiveDisk, nodeLiveDisk } from "../live-disk.ts";
import { isOfNow } from "../status/is-of-now.ts";
import { emptyLog } from "../status/log-state.ts";
import type { Status } from "../status/status.ts";
import { statusOf } from "../status/status-of.ts";
import type { TailLimits } from "../tail/limits.ts";
import { openTail } from "../tail/tail.ts";
import type { Start, TailEvent, TailedFile } from "../tail/tail-event.ts";
import { registries } from "./registries.ts";
import { readSeed } from "./seed.ts";
import { logTable } from "./session-logs.ts";

export type LiveSession = {
  readonly sessionId: string;
  readonly home: string;
  /** Undefined while a client has it open and has not written to it yet. */
  readonly path: string | undefined;
  readonly status: Status;
};

export type BoardOptions = {
  readonly homes: readonly string[];
  readonly clock: Clock;
  readonly processes: Processes;
  /** A session that is new, or whose status is another than before. */
  readonly onChange: (session: LiveSession) => void;
  /** A session of which there is nothing more to tell: its log is gone, or nobody has had it open for long. */
  readonly onLeave?: (sessionId: string) => void;
  /** What the tail tells, for whoever wants the lines as well. */
  readonly onEvent?: (event: TailEvent) => void;
  readonly idleAfterMs?: number;
  /** Sessions that nobody has open and that were last used longer ago are not told of before they go on. */
  readonly recentMs?: number;
  /** See the tail's. */
  readonly until?: Promise<void>;
  readonly disk?: LiveDisk;
  readonly limits?: Partial<TailLimits>;
};

export type Board = {
  readonly sessions: () => readonly LiveSession[];
  /** Looks at everything now. */
  readonly look: () => void;
  readonly close: () => void;
};

const dayMs = 86_400_000;
/** How often the registry is read and all statuses are weighed again, as time passes. */
const beatMs = 500;
/** Lines that come together are weighed together. */
const gatherMs = 20;

export function openBoard(options: BoardOptions): Board {
  const { clock, disk = nodeLiveDisk, onChange, onEvent, recentMs = dayMs } = options;
  const idle = options.idleAfterMs === undefined ? {} : { idleAfterMs: options.idleAfterMs };
  const registry = registries(options.homes, disk, options.processes);
  const logs = logTable(clock.nowMs);
  const shown = new Map<string, LiveSession>();
  let cancelBeat = (): void => undefined;
  let cancelGather: (() => void) | undefined;

  /** What cannot be read is told of by the tail, which tries again. */
  function startAt(file: Omit<TailedFile, "id">): Start {
    const { path, sessionStem = "" } = file;
    const of = file.agentId === undefined ? "session" : "agent";
    // One that a client has open is of now, however long ago it was written to.
    const isOpen = of === "session" && registry.homeOf(sessionStem.toLowerCase()) !== undefined;
    const seed = readSeed({ path, of }, disk, isOpen ? -Infinity : clock.nowMs() - recentMs);
    if (seed === undefined) return "end";
    logs.seed(file, seed.log);
    return seed.cursor;
  }

  function take(event: TailEvent): void {
    logs.take(event);
    onEvent?.(event);
    cancelGather ??= clock.after(gatherMs, () => {
      cancelGather = undefined;
      for (const sessionId of logs.changed()) {
        const { main } = logs.session(sessionId);
        // The client says a new thing about when it writes it.
        if (main !== undefined) registry.lookAgain(main.home, sessionId);
        weigh(sessionId);
      }
    });
  }

  function leave(sessionId: string): void {
    if (shown.delete(sessionId)) options.onLeave?.(sessionId);
  }

  function weigh(sessionId: string): void {
    const { main, agents } = logs.session(sessionId);
    const before = shown.get(sessionId);
    const home = main?.home ?? registry.homeOf(sessionId) ?? before?.home;
    if (home === undefined) return;
    const owner = registry.ownerOf(home, sessionId);
    const hasLeft = main === undefined && owner.kind !== "running" && owner.kind !== "elsewhere";
    // Its log was removed: there is nothing left to tell of.
    if (hasLeft && before?.path !== undefined) return leave(sessionId);
    const input = { log: main?.log ?? emptyLog("session"), agents, owner, nowMs: clock.nowMs(), ...idle };
    // The same question as `clew status` asks, at every look: a board that is open for days shows no more than that.
    if (!isOfNow(input, input.nowMs - recentMs)) return leave(sessionId);
    const status = statusOf(input);
    const session = { sessionId, home, path: main?.path, status };
    if (!hasLeft) shown.set(sessionId, session);
    if (before === undefined || before.path !== session.path || isOther(before.status, status)) onChange(session);
    if (hasLeft) leave(sessionId);
  }

  function weighAll(): void {
    registry.look(clock.nowMs());
    logs.changed();
    for (const sessionId of new Set([...shown.keys(), ...logs.ids(), ...registry.openSessions()])) weigh(sessionId);
  }

  function beat(): void {
    weighAll();
    cancelBeat = clock.after(beatMs, beat);
  }

  const { homes, until, limits } = options;
  const held = { ...(until && { until }), ...(limits && { limits }) };
  registry.look(clock.nowMs());
  const tail = openTail({ homes, clock, disk, startAt, onEvent: take, ...held });
  cancelBeat = clock.after(0, beat);
  return {
    sessions: () => [...shown.values()],
    look() {
      tail.sweep();
      weighAll();
    },
    close() {
      cancelBeat();
      cancelGather?.();
      tail.close();
    },
  };
}

function isOther(a: Status, b: Status): boolean {
  return a.status !== b.status || a.confidence !== b.confidence || a.call?.id !== b.call?.id || a.agents !== b.agents;
}
