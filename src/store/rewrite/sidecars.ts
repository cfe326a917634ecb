// A session's place -> the files that belong to it beside its log, and where they go for a session of another id; nothing is opened.
import { basename, dirname, join } from "node:path";
import { isAgentId, isUuid } from "../../format/index.ts";
import { walkFolder } from "../open/walk-folder.ts";
import type { SessionPlace, SessionTarget } from "../session-place.ts";
import { firstSessionId } from "./first-session-id.ts";
import type { Disk } from "./disk.ts";

export type Sidecar = {
  readonly path: string;
  /** Below which of the session's folders it stands; `beside`: an agent's log next to the session's. */
  readonly root: "folder" | "file-history" | "todos" | "tasks" | "beside";
  /** Below that root, with `/` between its parts. */
  readonly name: string;
  readonly isAgentLog: boolean;
};

export type SidecarOptions = {
  /** The session ids that stand in the log. Agents beside it that name one of them belong to it too. */
  readonly ids: Iterable<string>;
};

export function sidecarsOf(place: SessionPlace, disk: Disk, { ids }: SidecarOptions): readonly Sidecar[] {
  const owners = new Set([place.stem, place.sessionId, ...ids]);
  return [
    ...filesBelow(disk, join(place.folder, place.stem), "folder"),
    ...disk
      .list(place.folder)
      .filter(({ name, kind }) => kind === "file" && isAgentLogName(name))
      .map(({ name }) => ({ path: join(place.folder, name), root: "beside", name, isAgentLog: true }) as const)
      .filter(({ path }) => owners.has(firstSessionId(disk, path) ?? "")),
    ...homeSidecars(place, disk),
  ];
}

/** The id is looked for among names or is a UUID: what a log says is never joined into a path. */
function homeSidecars({ home, sessionId }: SessionPlace, disk: Disk): readonly Sidecar[] {
  if (home === undefined || !isUuid(sessionId)) return [];
  return [
    ...filesBelow(disk, join(home, "file-history", sessionId), "file-history"),
    ...listReal(disk, join(home, "todos"))
      .filter(({ name, kind }) => kind === "file" && name.startsWith(`${sessionId}-agent-`) && name.endsWith(".json"))
      .map(({ name }) => ({ path: join(home, "todos", name), root: "todos", name, isAgentLog: false }) as const),
    ...filesBelow(disk, join(home, "tasks", sessionId), "tasks"),
  ];
}

/** A folder of the home that is a link leads out of it, and is passed over. */
const listReal = (disk: Disk, folder: string): ReturnType<Disk["list"]> =>
  disk.look(folder)?.kind === "folder" ? disk.list(folder) : [];

/** Links and pipes are passed over. */
function filesBelow(disk: Disk, top: string, root: Sidecar["root"]): readonly Sidecar[] {
  // If the folder above is a link, the session's folder is outside the home.
  if (root !== "folder" && disk.look(dirname(top))?.kind !== "folder") return [];
  return [...walkFolder(disk, top)]
    .filter(({ kind }) => kind === "file")
    .map(({ path, name }) => {
      const isAgentLog = root === "folder" && name.startsWith("subagents/") && isAgentLogName(basename(path));
      return { path, root, name, isAgentLog };
    });
}

function isAgentLogName(name: string): boolean {
  return (
    name.endsWith(".jsonl") && name.startsWith("agent-") && isAgentId(basename(name, ".jsonl").slice("agent-".length))
  );
}

/** An index over the old bytes, and locks of whoever works there: neither is the session's own. */
export function travels({ root, name }: Sidecar): boolean {
  if (root === "folder" && name === "resume-head.jsonl") return false;
  return !(root === "tasks" && name.endsWith(".lock"));
}

/** Undefined for what only a config home has a place for. */
export function sidecarTarget({ root, name }: Sidecar, from: string, to: SessionTarget): string | undefined {
  const own = join(to.folder, to.sessionId);
  switch (root) {
    case "folder":
      return join(own, ...name.split("/"));
    case "beside":
      return join(own, "subagents", name);
    case "file-history":
    case "tasks":
      return to.home && join(to.home, root, to.sessionId, ...name.split("/"));
    case "todos":
      return to.home && join(to.home, "todos", name.split(from).join(to.sessionId));
  }
}

/** Where it stands now, as a path below a config home: for copies that are laid out like one. */
export function pathInHome({ root, name }: Sidecar, { folder, stem, sessionId }: SessionPlace): string {
  const project = join("projects", basename(folder));
  switch (root) {
    case "folder":
      return join(project, stem, ...name.split("/"));
    case "beside":
      return join(project, name);
    case "file-history":
    case "tasks":
      return join(root, sessionId, ...name.split("/"));
    case "todos":
      return join("todos", name);
  }
}
