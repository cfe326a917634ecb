// The files of config homes -> who does what at this moment, session by session; each is looked at once, nothing is followed.
import { join, sep } from "node:path";
import {
  type AgentFile,
  type Discovered,
  type Processes,
  type SessionFile,
  ownerKey,
  sessionKey,
} from "../../store/index.ts";
import { type LiveDisk, nodeLiveDisk } from "../live-disk.ts";
import type { AgentLogState } from "../status/agents.ts";
import { isOfNow } from "../status/is-of-now.ts";
import { type LogState, emptyLog } from "../status/log-state.ts";
import { ownerOf } from "../status/owner.ts";
import { type Registry, readRegistry } from "../status/registry.ts";
import { statusOf } from "../status/status-of.ts";
import type { LiveSession } from "./board.ts";
import { readSeed } from "./seed.ts";
import { sessionIdOf } from "./session-ids.ts";

export type SnapshotOptions = {
  readonly homes: readonly string[];
  readonly nowMs: number;
  readonly processes: Processes;
  /** Of sessions that nobody has open, those whose last entry and file are no older than this. */
  readonly recentMs: number;
  readonly idleAfterMs?: number;
  readonly disk?: LiveDisk;
};

/** As discovered: newest first. */
export function readStatuses(found: Discovered, options: SnapshotOptions): readonly LiveSession[] {
  const { homes, processes, nowMs, recentMs, disk = nodeLiveDisk } = options;
  const idle = options.idleAfterMs === undefined ? {} : { idleAfterMs: options.idleAfterMs };
  const sinceMs = nowMs - recentMs;
  const agents = agentTable(
    found.agents.filter(({ modifiedMs }) => modifiedMs >= sinceMs),
    disk,
  );
  return homes.flatMap((home) => {
    const registry = readRegistry(home, disk, processes);
    const open = openSessions(registry);
    const told = new Map<string, LiveSession>();
    for (const file of found.sessions) {
      const isRecent = file.modifiedMs >= sinceMs || agents.has(file) || open.has(file.stem.toLowerCase());
      if (!isRecent || file.sizeBytes === 0 || !file.path.startsWith(join(home, sep))) continue;
      const log = logOf(file, "session", disk);
      const sessionId = sessionIdOf(file);
      // Of copies the newest speaks.
      if (told.has(sessionId)) continue;
      const own = agents.session(file, sessionId);
      const input = { log, agents: own, owner: ownerOf(registry, sessionId), nowMs, ...idle };
      if (isOfNow(input, sinceMs)) told.set(sessionId, { sessionId, home, path: file.path, status: statusOf(input) });
    }
    for (const sessionId of open) {
      if (told.has(sessionId)) continue;
      const owner = ownerOf(registry, sessionId);
      const input = { log: emptyLog("session"), agents: [], owner, nowMs, ...idle };
      if (isOfNow(input, sinceMs)) told.set(sessionId, { sessionId, home, path: undefined, status: statusOf(input) });
    }
    return [...told.values()];
  });
}

const openSessions = ({ entries }: Registry): ReadonlySet<string> =>
  new Set(entries.flatMap(({ process, sessionId }) => (process === "gone" ? [] : [sessionId])));

type AgentTable = {
  readonly has: (session: SessionFile) => boolean;
  readonly session: (session: SessionFile, sessionId: string) => readonly AgentLogState[];
};

/** Of those that stand flat beside the sessions only their inside tells whose they are. */
function agentTable(files: readonly AgentFile[], disk: LiveDisk): AgentTable {
  const nested = new Map<string, AgentFile[]>();
  const flat = new Map<string, AgentLogState[]>();
  for (const file of files) {
    const key = ownerKey(file);
    if (key !== undefined) {
      add(nested, key, file);
      continue;
    }
    const agent = agentOf(file, disk);
    add(flat, (agent.log.sessionId ?? "").toLowerCase(), agent);
  }
  return {
    has: (session) => nested.has(sessionKey(session)) || flat.has(session.stem.toLowerCase()),
    session: (session, sessionId) => [
      ...(nested.get(sessionKey(session)) ?? []).map((file) => agentOf(file, disk)),
      ...(flat.get(sessionId) ?? []),
    ],
  };
}

function add<Value>(table: Map<string, Value[]>, key: string, value: Value): void {
  const own = table.get(key);
  if (own === undefined) table.set(key, [value]);
  else own.push(value);
}

const agentOf = (file: AgentFile, disk: LiveDisk): AgentLogState => ({
  agentId: file.agentId,
  log: logOf(file, "agent", disk),
});

/** What cannot be read tells nothing: then only the registry speaks. */
function logOf({ path }: { readonly path: string }, of: LogState["of"], disk: LiveDisk): LogState {
  return readSeed({ path, of }, disk, -Infinity)?.log ?? emptyLog(of);
}
