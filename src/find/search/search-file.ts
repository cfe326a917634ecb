// What discovery found -> every file that a search looks into, with the session that a person would resume for it.
import { join } from "node:path";
import { isUuid } from "../../format/index.ts";
import {
  type AgentFile,
  type Discovered,
  type OutputFile,
  type SessionFile,
  keyIn,
  ownedOutputs,
  ownerKey,
  peekedId,
  projectFolderOf,
  sessionKey,
} from "../../store/index.ts";

export type SearchFile = {
  readonly kind: "session" | "agent" | "tool-result";
  readonly path: string;
  /** Links resolved: what the catalog calls it. */
  readonly realPath: string;
  readonly slug: string;
  /** The session's file name without its ending; undefined where only the file itself tells. */
  readonly sessionStem: string | undefined;
  readonly agentId: string | undefined;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
};

export function searchFiles(found: Discovered): readonly SearchFile[] {
  return [...found.sessions.map(ofSession), ...found.agents.map(ofAgent), ...ownedOutputs(found).map(ofOutput)];
}

function ofSession({ path, realPath, slug, stem, sizeBytes, modifiedMs }: SessionFile): SearchFile {
  return { kind: "session", path, realPath, slug, sessionStem: stem, agentId: undefined, sizeBytes, modifiedMs };
}

function ofAgent({ path, realPath, slug, sessionStem, agentId, sizeBytes, modifiedMs }: AgentFile): SearchFile {
  return { kind: "agent", path, realPath, slug, sessionStem, agentId, sizeBytes, modifiedMs };
}

function ofOutput({ path, realPath, slug, sessionStem, sizeBytes, modifiedMs }: OutputFile): SearchFile {
  return { kind: "tool-result", path, realPath, slug, sessionStem, agentId: undefined, sizeBytes, modifiedMs };
}

/** The id to resume: the stem of the session's file if that is a UUID, else what the file itself says. */
export function sessionIdOf({ kind, path, sessionStem }: SearchFile): string {
  if (sessionStem !== undefined && (isUuid(sessionStem) || kind !== "session")) return sessionStem;
  return peekedId(path) ?? sessionStem ?? "";
}

/** The key of the session that a file belongs to, as `sessionKey` makes it. */
export function searchKey(file: SearchFile): string {
  const { kind, path, sessionStem } = file;
  if (kind === "session" && sessionStem !== undefined) return sessionKey({ path, stem: sessionStem });
  return ownerKey(file) ?? keyIn(projectFolderOf(file), sessionIdOf(file));
}

/** Where the session's own log stands, by the places the client uses. */
export function sessionLogOf({ kind, realPath }: SearchFile, sessionId: string): string {
  if (kind === "session") return realPath;
  const folder = realPath.includes(`${sessionId}/`)
    ? realPath.slice(0, realPath.indexOf(`${sessionId}/`))
    : join(realPath, "..");
  return join(folder, `${sessionId}.jsonl`);
}
