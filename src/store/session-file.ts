// A session's path -> the built session with its agents' logs joined; its file stays open for single reads until closed.
import { basename } from "node:path";
import { isAgentId, isUuid } from "../format/index.ts";
import {
  type Log,
  type ReadEntry,
  type ReplayRules,
  type Session,
  type SessionOptions,
  type SessionSummary,
  buildSession,
  gatherLog,
  lazySession,
  summarizeSession,
} from "../graph/index.ts";
import { readAgents } from "./agent-files.ts";
import { entryReader } from "./entry-reader.ts";
import { type LogFile, type OpenOptions, openLog } from "./log-file.ts";
import { startSparingMemory, withSmallYoungGeneration } from "./young-generation.ts";

type OpenLog = {
  readonly path: string;
  /** The file's stem if that is a UUID, else the first session id inside. */
  readonly id: string;
  readonly file: LogFile;
  /** The whole entry of a node. */
  readonly read: ReadEntry;
  readonly close: () => void;
};

export type OpenSession = OpenLog & { readonly session: Session };
export type OpenSummary = OpenLog & { readonly summary: SessionSummary };

export type SessionReadOptions = OpenOptions & {
  readonly rules?: ReplayRules;
  /** Whether agents' logs are read too. */
  readonly agents?: "joined" | "left-out";
  /** `on-demand`: each part of the session is made when it is first read, which must be before `close`. */
  readonly parts?: "all" | "on-demand";
};

export function openSession(path: string, options: SessionReadOptions = {}): OpenSession {
  if (options.parts === "on-demand") return openOnDemand(path, options);
  return opening(path, options, ({ log, sessionOptions, ...opened }) => ({
    ...opened,
    session: buildSession(log, sessionOptions),
  }));
}

/** Parts are made until it is closed, so memory is spared until then. */
function openOnDemand(path: string, options: SessionReadOptions): OpenSession {
  return opening(path, options, ({ log, sessionOptions, ...opened }) => {
    const endSparing = startSparingMemory(opened.file.sizeBytes);
    const close = (): void => {
      opened.close();
      endSparing();
    };
    return { ...opened, close, session: lazySession(log, sessionOptions) };
  });
}

/** The same, counted only: for files of any size. */
export function openSummary(path: string, options: SessionReadOptions = {}): OpenSummary {
  return opening(path, options, ({ log, sessionOptions, ...opened }) => ({
    ...opened,
    summary: summarizeSession(log, sessionOptions),
  }));
}

type Gathered = OpenLog & { readonly log: Log; readonly sessionOptions: SessionOptions };

/** The file stays open behind what is built, but not behind a failure. */
function opening<T>(path: string, options: SessionReadOptions, build: (gathered: Gathered) => T): T {
  const file = openLog(path, options);
  try {
    return withSmallYoungGeneration(file.sizeBytes, () => build(gather(file, options)));
  } catch (error) {
    file.close();
    throw error;
  }
}

function gather(file: LogFile, { rules, agents = "joined", ...open }: SessionReadOptions): Gathered {
  const { path } = file;
  const log = gatherLog(file.decoded());
  const read = entryReader(file.lineAt);
  const scope = /^agent-.+\.jsonl$/.test(basename(path)) ? "agent" : "main";
  const agentLogs = agents === "joined" && scope === "main" ? readAgents(path, log.state.sessionIds, open) : [];
  const sessionOptions = { ...(rules === undefined ? {} : { rules }), scope, agentLogs, read } as const;
  return { path, id: sessionIdOf(path, log.state.sessionIds), file, read, close: file.close, log, sessionOptions };
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
