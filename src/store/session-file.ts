// A session's path -> the built session with its agents' logs joined; its file stays open for single reads until closed.
import { basename } from "node:path";
import { type JsonObject, isAgentId, isUuid } from "../format/index.ts";
import { type Node, type ReplayRules, type Session, buildSession, gatherLog } from "../graph/index.ts";
import { readAgents } from "./agent-files.ts";
import { type LogFile, type OpenOptions, openLog } from "./log-file.ts";

export type OpenSession = {
  readonly path: string;
  /** The file's stem if that is a UUID, else the first session id inside. */
  readonly id: string;
  readonly session: Session;
  readonly file: LogFile;
  /** The whole entry of a node. */
  readonly read: (node: Pick<Node, "line">) => JsonObject | undefined;
  readonly close: () => void;
};

export type SessionReadOptions = OpenOptions & {
  readonly rules?: ReplayRules;
  /** Whether agents' logs are read too. */
  readonly agents?: "joined" | "left-out";
};

export function openSession(path: string, { rules, agents = "joined", ...open }: SessionReadOptions = {}): OpenSession {
  const file = openLog(path, open);
  const log = gatherLog(file.decoded());
  const read = readerOf(file);
  const scope = /^agent-.+\.jsonl$/.test(basename(path)) ? "agent" : "main";
  const agentLogs = agents === "joined" && scope === "main" ? readAgents(path, log.state.sessionIds) : [];
  const session = buildSession(log, { ...(rules === undefined ? {} : { rules }), scope, agentLogs, read });
  return { path, id: sessionIdOf(path, log.state.sessionIds), session, file, read, close: file.close };
}

function readerOf(file: LogFile): OpenSession["read"] {
  return ({ line }) => {
    const decoded = file.lineAt(line);
    if (decoded === undefined || decoded.kind === "blank") return undefined;
    return decoded.kind === "damaged" ? decoded.leading : decoded.raw;
  };
}

function sessionIdOf(path: string, ids: ReadonlyMap<string, number>): string {
  const stem = basename(path, ".jsonl");
  const [first] = ids.keys();
  return isUuid(stem) ? stem : (first ?? stem);
}

/** The log of one of a session's agents, by its id or an unambiguous beginning of it. */
export function agentPath(session: Session, id: string): string | undefined {
  const wanted = id.replace(/^agent-/, "");
  if (!isAgentId(wanted)) return undefined;
  const matches = session.agents.filter((agent) => agent.path !== undefined && agent.id.startsWith(wanted));
  const exact = matches.find((agent) => agent.id === wanted);
  return exact?.path ?? (matches.length === 1 ? matches[0]?.path : undefined);
}
