// Events of a tail -> where each log stands, grouped by the session it belongs to, and which sessions that changed; reads at most who a log is of.
import type { AgentLogState } from "../status/agents.ts";
import { type LogState, emptyLog, foldLog } from "../status/log-state.ts";
import type { TailEvent, TailedFile } from "../tail/tail-event.ts";
import { sessionIds } from "./session-ids.ts";

type File = Omit<TailedFile, "id">;
type Known = { readonly file: File; readonly log: LogState; readonly sessionId: string };

export type SessionLogs = {
  readonly sessionId: string;
  readonly main: { readonly home: string; readonly path: string; readonly log: LogState } | undefined;
  readonly agents: readonly AgentLogState[];
};

export type LogTable = {
  /** Where a log stands that is met at the start. */
  readonly seed: (file: File, log: LogState) => void;
  readonly take: (event: TailEvent) => void;
  readonly session: (sessionId: string) => SessionLogs;
  /** Of sessions whose own log is known. */
  readonly ids: () => Iterable<string>;
  /** Those whose logs changed since the last time this was asked. */
  readonly changed: () => readonly string[];
};

export function logTable(nowMs: () => number): LogTable {
  const byPath = new Map<string, Known>();
  const mains = new Map<string, Map<string, Known>>();
  const names = sessionIds();
  const agents = new Map<string, Map<string, Known>>();
  const dirty = new Set<string>();

  function put(file: File, log: LogState): void {
    drop(file.path);
    const { path, sessionStem: stem } = file;
    const sessionId = stem === undefined ? (log.sessionId ?? "").toLowerCase() : names.of({ path, stem });
    const known = { file, log, sessionId };
    byPath.set(file.path, known);
    dirty.add(sessionId);
    const table = file.agentId === undefined ? mains : agents;
    table.set(sessionId, (table.get(sessionId) ?? new Map<string, Known>()).set(path, known));
  }

  function drop(path: string): void {
    const known = byPath.get(path);
    if (known === undefined) return;
    byPath.delete(path);
    dirty.add(known.sessionId);
    for (const table of [mains, agents]) {
      const own = table.get(known.sessionId);
      if (own?.delete(path) === true && own.size === 0) table.delete(known.sessionId);
    }
  }

  const emptyOf = ({ agentId }: File): LogState => emptyLog(agentId === undefined ? "session" : "agent");

  return {
    seed(file, log) {
      // Also of a file whose own time is yet to come the silence is counted, from now on.
      put(file, { ...log, writtenMs: Math.min(log.writtenMs ?? Infinity, nowMs()) });
    },
    take(event) {
      switch (event.kind) {
        case "lines": {
          const before = byPath.get(event.file.path)?.log ?? emptyOf(event.file);
          return put(event.file, { ...event.lines.reduce(foldLog, before), writtenMs: nowMs() });
        }
        case "restarted":
          names.forget(event.file.path);
          return put(event.file, emptyOf(event.file));
        case "moved": {
          const known = byPath.get(event.from);
          if (known === undefined) return;
          drop(event.from);
          names.forget(event.from);
          return put(event.file, known.log);
        }
        case "gone":
          names.forget(event.file.path);
          return drop(event.file.path);
        case "found":
        case "unreadable":
        case "readable":
        case "home-gone":
        case "home-back":
        case "watching-limited":
        case "ready":
          return;
      }
    },
    session(sessionId) {
      // Of copies the newest speaks.
      const [main] = [...(mains.get(sessionId)?.values() ?? [])].toSorted(newestFirst);
      const own = [...(agents.get(sessionId)?.values() ?? [])];
      return {
        sessionId,
        main: main && { home: main.file.home, path: main.file.path, log: main.log },
        agents: own.map(({ file, log }) => ({ agentId: file.agentId ?? "", log })),
      };
    },
    ids: () => mains.keys(),
    changed() {
      const ids = [...dirty];
      dirty.clear();
      return ids;
    },
  };
}

const newestFirst = (a: Known, b: Known): number => (b.log.newestMs ?? 0) - (a.log.newestMs ?? 0);
