// A session's path -> the logs of its agents: those in its own folder, and the flat ones beside it that name it.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type AgentId, isAgentId, isObject, stringField } from "../format/index.ts";
import { type AgentLog, type AgentMeta, gatherLog } from "../graph/index.ts";
import { type OpenOptions, openLog } from "./log-file.ts";
import { WorldError, systemCode, worldError } from "./world-error.ts";

export function readAgents(
  sessionPath: string,
  ids: ReadonlyMap<string, number>,
  { onUnreadable }: OpenOptions = {},
): readonly AgentLog[] {
  const folder = dirname(sessionPath);
  const stem = basename(sessionPath, ".jsonl");
  const nested = agentPaths(join(folder, stem, "subagents"), { recursive: true });
  const flat = agentPaths(folder, { recursive: false });
  const isOurs = (path: string): boolean => {
    const owner = firstSessionId(path);
    return owner !== undefined && (owner === stem || ids.has(owner));
  };
  return [
    ...nested.flatMap((agent) => readable(() => [readAgent(agent, "nested")], onUnreadable)),
    ...flat.flatMap((agent) => readable(() => (isOurs(agent.path) ? [readAgent(agent, "flat")] : []), onUnreadable)),
  ];
}

/** One log that cannot be read must not hide the rest. */
function readable(read: () => readonly AgentLog[], onUnreadable: OpenOptions["onUnreadable"]): readonly AgentLog[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WorldError) || onUnreadable === undefined) throw error;
    onUnreadable(error);
    return [];
  }
}

type AgentPath = { readonly agentId: AgentId; readonly path: string };

function agentPaths(folder: string, options: { readonly recursive: boolean }): readonly AgentPath[] {
  return listed(folder, options)
    .filter((name) => /^agent-.+\.jsonl$/.test(basename(name)) && isRegularFile(join(folder, name)))
    .sort()
    .flatMap((name) => {
      const agentId = basename(name, ".jsonl").slice("agent-".length);
      return isAgentId(agentId) ? [{ agentId, path: join(folder, name) }] : [];
    });
}

function listed(folder: string, options: { readonly recursive: boolean }): readonly string[] {
  try {
    return readdirSync(folder, { encoding: "utf8", ...options });
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw worldError(error, folder);
  }
}

/** A folder or a pipe of that name is no log, and one that went away is none either. */
function isRegularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function firstSessionId(path: string): string | undefined {
  const file = openLog(path);
  try {
    for (const decoded of file.decoded()) {
      const id =
        decoded.kind === "entry" || decoded.kind === "other" ? stringField(decoded.raw, "sessionId") : undefined;
      if (id !== undefined) return id;
    }
    return undefined;
  } finally {
    file.close();
  }
}

function readAgent({ agentId, path }: AgentPath, layout: AgentLog["layout"]): AgentLog {
  const file = openLog(path);
  try {
    return { agentId, layout, path, meta: readMeta(path), log: gatherLog(file.decoded()) };
  } finally {
    file.close();
  }
}

function readMeta(path: string): AgentMeta | undefined {
  const meta = readJson(path.replace(/\.jsonl$/, ".meta.json"));
  if (!isObject(meta)) return undefined;
  return {
    agentType: stringField(meta, "agentType"),
    description: stringField(meta, "description"),
    toolUseId: stringField(meta, "toolUseId"),
  };
}

function readJson(path: string): unknown {
  try {
    const json: unknown = JSON.parse(readFileSync(path, "utf8"));
    return json;
  } catch (error) {
    if (systemCode(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw worldError(error, path);
  }
}
