// Discovered files -> every session with its agents and their digests; what a catalog knows is not read again, nothing is written.
import { isAgentId, isUuid } from "../format/index.ts";
import type { Digest } from "../graph/index.ts";
import {
  type AgentFile,
  type DeletedFile,
  type Discovered,
  type FileFacts,
  type ScanFailure,
  type SessionFile,
  WorldError,
  scanLog,
  scanLogs,
} from "../store/index.ts";
import { forkParents } from "./owner.ts";

export type SurveyedAgent = AgentFile & {
  readonly digest: Digest;
  /** The log is gone: this is what the ledger kept of it. */
  readonly isDeleted: boolean;
};

export type SurveyedSession = SessionFile & {
  /** The file's stem if that is a UUID, else the first `sessionId` inside. */
  readonly id: string;
  readonly digest: Digest;
  readonly isDeleted: boolean;
  readonly agents: readonly SurveyedAgent[];
  /** The session it is a copy of: its entries say so, or they begin with that one's. */
  readonly forkOf: string | undefined;
};

export type Survey = {
  /** In the order of discovery; files without a line are left out. */
  readonly sessions: readonly SurveyedSession[];
  /** Agents whose session has no log any more. */
  readonly strays: readonly SurveyedAgent[];
  readonly failed: readonly ScanFailure[];
  /** Folders that could not be looked into, and files whose names cannot be spelled. */
  readonly unreadable: number;
};

/** What was kept of a file whose beginning is known to be still the same. */
export type KnownLog = { readonly digest: Digest };

export type SurveyOptions = {
  /** By `realPath`. */
  readonly known?: { readonly get: (realPath: string) => KnownLog | undefined };
  /** What the ledger kept of logs that are gone. */
  readonly deleted?: Iterable<DeletedFile>;
  readonly threads?: number;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
};

export async function survey(found: Discovered, options: SurveyOptions = {}): Promise<Survey> {
  const files = [...found.sessions, ...found.agents].filter(({ sizeBytes }) => sizeBytes > 0);
  const { digests, failed } = await digestsOf(files, options);
  const gone = goneLogs(options.deleted ?? []);
  const owned = agentsBySession([...withDigests(found.agents, digests), ...gone.agents]);
  const read = [...withDigests(found.sessions, digests), ...gone.sessions];
  const named = read.map((file) => {
    const id = isUuid(file.stem) ? file.stem : (file.digest.sessionId ?? file.stem);
    return { ...file, id, agents: takeAgents(owned, file, id) };
  });
  const parents = forkParents(named);
  return {
    sessions: named.map((session, at) => ({ ...session, forkOf: parents[at] })),
    strays: [...owned.values()].flat(),
    failed,
    unreadable: found.unreadable.length,
  };
}

type Digests = { readonly digests: ReadonlyMap<string, Digest>; readonly failed: readonly ScanFailure[] };

async function digestsOf(files: readonly FileFacts[], options: SurveyOptions): Promise<Digests> {
  const { known, threads, onProgress } = options;
  const digests = new Map<string, Digest>();
  const failed: ScanFailure[] = [];
  const unknown: FileFacts[] = [];
  for (const file of files) {
    const kept = known?.get(file.realPath)?.digest;
    if (kept === undefined || kept.bytes > file.sizeBytes) unknown.push(file);
    // Lines behind those of the digest are read on their own.
    else keep(file, () => (kept.bytes < file.sizeBytes ? scanLog(file.path, { from: kept }) : kept));
  }
  if (unknown.length > 0) {
    const totalBytes = unknown.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const scanned = await scanLogs(
      unknown.map(({ path }) => path),
      {
        sizeOf: (_, place) => unknown[place]?.sizeBytes ?? 0,
        ...(threads !== undefined && { threads }),
        ...(onProgress && { onProgress: (doneBytes: number) => onProgress(doneBytes, totalBytes) }),
      },
    );
    for (const { path, digest } of scanned.logs) digests.set(path, digest);
    for (const each of scanned.failed) failed.push(each);
  }
  return { digests, failed };

  function keep(file: FileFacts, read: () => Digest): void {
    try {
      digests.set(file.path, read());
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      failed.push({ path: file.path, error });
    }
  }
}

type ReadLog<F> = F & { readonly digest: Digest; readonly isDeleted: boolean };

/** Without those that could not be read or have no line. */
function withDigests<F extends FileFacts>(files: readonly F[], digests: ReadonlyMap<string, Digest>): ReadLog<F>[] {
  const read: ReadLog<F>[] = [];
  for (const file of files) {
    const digest = digests.get(file.path);
    if (digest !== undefined && digest.lines > 0) read.push({ ...file, digest, isDeleted: false });
  }
  return read;
}

type GoneLogs = { readonly sessions: readonly ReadLog<SessionFile>[]; readonly agents: readonly SurveyedAgent[] };

function goneLogs(deleted: Iterable<DeletedFile>): GoneLogs {
  const sessions: ReadLog<SessionFile>[] = [];
  const agents: SurveyedAgent[] = [];
  for (const { path, kind, slug, stem, session, sizeBytes, modifiedMs, digest } of deleted) {
    const agentId = stem.replace(/^agent-/, "");
    const facts = { path, realPath: path, sizeBytes, modifiedMs, device: 0, inode: 0, slug, digest, isDeleted: true };
    if (kind === "session") sessions.push({ ...facts, stem });
    else if (isAgentId(agentId))
      agents.push({ ...facts, agentId, layout: session === undefined ? "flat" : "nested", sessionStem: session });
  }
  return { sessions, agents };
}

function agentsBySession(agents: readonly SurveyedAgent[]): Map<string, SurveyedAgent[]> {
  const owned = new Map<string, SurveyedAgent[]>();
  for (const agent of agents) {
    const key = keyOf(agent.slug, agent.sessionStem ?? agent.digest.sessionId ?? "");
    const others = owned.get(key);
    if (others === undefined) owned.set(key, [agent]);
    else others.push(agent);
  }
  return owned;
}

/** Nested ones stand in the folder of the file's name, flat ones name the id. */
function takeAgents(
  owned: Map<string, SurveyedAgent[]>,
  { slug, stem }: SessionFile,
  id: string,
): readonly SurveyedAgent[] {
  return [...new Set([stem, id])].flatMap((name) => {
    const key = keyOf(slug, name);
    const agents = owned.get(key) ?? [];
    owned.delete(key);
    return agents;
  });
}

const keyOf = (slug: string, session: string): string => `${slug}/${session}`;
