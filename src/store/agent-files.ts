// A session's path -> the logs of its agents: those in its own folder, and the flat ones beside it that name it.
import { basename, dirname, join } from "node:path";
import { type AgentId, isAgentId, parsedObject, stringField, utf8Text } from "../format/index.ts";
import { type AgentLog, type AgentMeta, gatherLog } from "../graph/index.ts";
import { type OpenOptions, openLog } from "./log-file.ts";
import { noteBytes, readSmallFileIfThere } from "./open/read-small-file.ts";
import { type OnSkipped, lenientDisk, linkReason, specialReason, walkFolder } from "./open/walk-folder.ts";
import { nodeDisk } from "./rewrite/node-disk.ts";
import { WorldError } from "./world-error.ts";

export function readAgents(
  sessionPath: string,
  ids: ReadonlyMap<string, number>,
  { onUnreadable }: OpenOptions = {},
): readonly AgentLog[] {
  const folder = dirname(sessionPath);
  const stem = basename(sessionPath, ".jsonl");
  const onSkipped: OnSkipped = ({ path, reason }) => {
    // Notes are reported when they are read.
    if (!path.endsWith(noteEnding)) onUnreadable?.(unreadable(`cannot read ${path}: ${reason}`));
  };
  const isOurs = (path: string): boolean => {
    const owner = firstSessionId(path);
    return owner !== undefined && (owner === stem || ids.has(owner));
  };
  const read = ({ layout, ...agent }: AgentPath & Pick<AgentLog, "layout">): readonly AgentLog[] =>
    readable(
      () => (layout === "nested" || isOurs(agent.path) ? [readAgent(agent, layout, onUnreadable)] : []),
      onUnreadable,
    );
  return [
    ...nestedAgents(join(folder, stem), onSkipped).flatMap((agent) => read({ ...agent, layout: "nested" })),
    ...flatAgents(folder, onSkipped).flatMap((agent) => read({ ...agent, layout: "flat" })),
  ];
}

const noteEnding = ".meta.json";

/** A link could lead anywhere, so the files of a session are only those that are really in its folder. */
const unreadable = (message: string): WorldError =>
  new WorldError("not-readable", message, { hint: "the rest of the session is read; clew follows no links there" });

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

function nestedAgents(own: string, onSkipped: OnSkipped): readonly AgentPath[] {
  const disk = lenientDisk(nodeDisk, onSkipped);
  // The session's own folder first: if it is a link, `subagents` below it is outside the home too.
  const kind = disk.look(own)?.kind;
  if (kind === "link") onSkipped({ path: own, reason: linkReason });
  if (kind !== "folder") return [];
  return [...walkFolder(disk, join(own, "subagents"), onSkipped)]
    .filter((item) => item.kind === "file")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ path }) => agentAt(path));
}

function flatAgents(folder: string, onSkipped: OnSkipped): readonly AgentPath[] {
  return lenientDisk(nodeDisk, onSkipped)
    .list(folder)
    .filter(({ name }) => isAgentLog(name))
    .flatMap(({ name, kind }) => {
      const path = join(folder, name);
      if (kind === "file") return agentAt(path);
      onSkipped({ path, reason: kind === "link" ? linkReason : specialReason });
      return [];
    });
}

const isAgentLog = (name: string): boolean => /^agent-.+\.jsonl$/.test(name);

function agentAt(path: string): readonly AgentPath[] {
  const agentId = basename(path, ".jsonl").slice("agent-".length);
  return isAgentLog(basename(path)) && isAgentId(agentId) ? [{ agentId, path }] : [];
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

function readAgent(
  { agentId, path }: AgentPath,
  layout: AgentLog["layout"],
  onUnreadable: OpenOptions["onUnreadable"],
): AgentLog {
  const file = openLog(path);
  try {
    return { agentId, layout, path, meta: readMeta(path, onUnreadable), log: gatherLog(file.decoded()) };
  } finally {
    file.close();
  }
}

/** A note that cannot be read is reported, and the agent's log is read all the same. */
function readMeta(path: string, onUnreadable: OpenOptions["onUnreadable"]): AgentMeta | undefined {
  const meta = metaAt(path.replace(/\.jsonl$/, noteEnding), onUnreadable);
  return (
    meta && {
      agentType: stringField(meta, "agentType"),
      description: stringField(meta, "description"),
      toolUseId: stringField(meta, "toolUseId"),
    }
  );
}

function metaAt(path: string, onUnreadable: OpenOptions["onUnreadable"]): ReturnType<typeof parsedObject> {
  try {
    const bytes = readSmallFileIfThere(path, { mostBytes: noteBytes });
    return bytes && parsedObject(utf8Text(bytes));
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    onUnreadable?.(unreadable(error.message));
    return undefined;
  }
}
