// Config homes -> the session and agent files in them, by path alone; nothing is opened, nothing outside is followed.
import { type Dirent, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type AgentId, type Place, isUuid, placeOf } from "../format/index.ts";
import { listFolder } from "./open/list-folder.ts";
import { type Skipped, linkReason, reasonFor, specialReason } from "./open/walk-folder.ts";
import { systemCode, worldError } from "./world-error.ts";

export type FileFacts = {
  readonly path: string;
  /** Links resolved: a file that two homes lead to is listed once. */
  readonly realPath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly device: number;
  readonly inode: number;
};
/** A tool's output that was too long for the log: `<session>/tool-results/<name>`. */
export type OutputFile = FileFacts & { readonly slug: string; readonly sessionStem: string; readonly name: string };
export type SessionFile = FileFacts & { readonly slug: string; readonly stem: string };
export type AgentFile = FileFacts & {
  readonly slug: string;
  readonly agentId: AgentId;
  readonly layout: "flat" | "nested";
  /** The session whose folder it stands in; flat ones only tell it inside. */
  readonly sessionStem: string | undefined;
};
export type Discovered = {
  readonly sessions: readonly SessionFile[];
  readonly agents: readonly AgentFile[];
  readonly outputs: readonly OutputFile[];
  /** Folders and files that were left out, and why. */
  readonly unreadable: readonly Skipped[];
};

/** Deep enough for every layout the client has used. */
const maxDepth = 8;
/** Below a link only as deep as a session's agents stand. */
const linkedDepth = maxDepth - 2;

export function discover(homes: readonly string[]): Discovered {
  const sessions: SessionFile[] = [];
  const agents: AgentFile[] = [];
  const outputs: OutputFile[] = [];
  const unreadable: Skipped[] = [];
  const seen = new Set<string>();
  const walk: Walk = { visited: new Map(), unreadable };
  for (const home of homes) {
    const projects = join(home, "projects");
    const root = realFolder(projects, unreadable) ?? realFolder(home, unreadable);
    if (root === undefined) continue;
    const isHome = root.path === projects;
    for (const file of logFiles(root, walk))
      addFile(file, placeOf(`projects${isHome ? file.path.slice(projects.length) : `${sep}${tailOf(file.path)}`}`));
  }
  sessions.sort((a, b) => b.modifiedMs - a.modifiedMs || a.path.localeCompare(b.path));
  return { sessions, agents, outputs, unreadable };

  function addFile(file: Found, place: Place): void {
    if (place.kind !== "session" && place.kind !== "agent" && place.kind !== "tool-result") return;
    if (seen.has(file.realPath)) return;
    const facts = factsOf(file);
    if (facts === undefined) {
      // Node reads a name that is not UTF-8 as another one, and nothing is found under that.
      if (file.path.includes("\uFFFD")) unreadable.push({ path: file.path, reason: "its name is not UTF-8" });
      return;
    }
    seen.add(facts.realPath);
    if (place.kind === "session") sessions.push({ ...facts, slug: place.slug, stem: place.id });
    else if (place.kind === "tool-result") {
      outputs.push({ ...facts, slug: place.slug, sessionStem: place.sessionId, name: place.name });
    } else {
      const { slug, agentId, layout } = place;
      agents.push({
        ...facts,
        slug,
        agentId,
        layout,
        sessionStem: place.layout === "nested" ? place.sessionId : undefined,
      });
    }
  }
}

/** In a folder that is no config home a log is told by the end of its path alone: project and file, or session and below. */
function tailOf(path: string): string {
  const parts = path.split(sep);
  if (parts.at(-2) === outputsFolder) return parts.slice(-4).join(sep);
  const below = parts.lastIndexOf("subagents");
  // A file in a session's own folder, known by the folder's name, is no session.
  const isSidecar = isUuid(parts.at(-2) ?? "");
  return parts.slice(below > 1 ? below - 2 : isSidecar ? -3 : -2).join(sep);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw worldError(error, path);
  }
}

const outputsFolder = "tool-results";

function isKept(name: string, folder: string): boolean {
  return name.endsWith(".jsonl") || (name.endsWith(".txt") && folder.endsWith(outputsFolder));
}

type Found = Pick<FileFacts, "path" | "realPath">;
type Folder = Found & { readonly depth: number };

type Walk = {
  /** Folders without links in their paths, and at which depth each was met: below a link fewer levels are searched. */
  readonly visited: Map<string, number>;
  readonly unreadable: Skipped[];
};

/** More than any home has; beyond, a link or a name led to something else. */
const mostFolders = 1_000_000;

function* logFiles(root: Found, { visited, unreadable }: Walk): Generator<Found, void, undefined> {
  const open: Folder[] = [{ ...root, depth: 0 }];
  // Linked folders last: a folder that is also here under its own name is read there.
  const linked: Folder[] = [];
  let isDeep = false;
  for (let folder = open.pop() ?? linked.pop(); folder !== undefined; folder = open.pop() ?? linked.pop()) {
    const { path: above, depth } = folder;
    if ((visited.get(folder.realPath) ?? Infinity) <= depth) continue;
    visited.set(folder.realPath, depth);
    if (visited.size > mostFolders)
      return void unreadable.push({ path: root.path, reason: `it holds more than ${mostFolders} folders` });
    for (const item of listed(above, unreadable)) {
      const path = `${above}${sep}${item.name}`;
      if (item.isSymbolicLink()) {
        // A linked project folder is followed, links further down are not: they could lead anywhere.
        const found = depth === 0 ? realFolder(path, unreadable) : undefined;
        if (found !== undefined) linked.push({ ...found, depth: linkedDepth });
        else if (depth > 0 && isExpected(item.name, folder)) unreadable.push({ path, reason: linkReason });
        continue;
      }
      // What is no link itself is in its folder: only links need to be resolved.
      const realPath = `${folder.realPath}${sep}${item.name}`;
      if (item.isFile()) {
        if (isKept(item.name, above)) yield { path, realPath };
      } else if (!item.isDirectory()) {
        if (isExpected(item.name, folder)) unreadable.push({ path, reason: specialReason });
      } else if (depth < maxDepth) open.push({ path, realPath, depth: depth + 1 });
      else if (!isDeep && path.includes(agentsBelow)) {
        isDeep = true;
        unreadable.push({ path, reason: `it is more than ${maxDepth} folders deep` });
      }
    }
  }
}

const agentsBelow = `${sep}subagents${sep}`;

/** Whether a log, or a folder of a session, would have this name there. */
function isExpected(name: string, { path, depth }: Folder): boolean {
  return isKept(name, path) || (depth > 0 && (isUuid(name) || name === "subagents" || name === outputsFolder));
}

/** A folder, or where a link to a folder leads; undefined where there is none. */
function realFolder(path: string, unreadable: Skipped[]): Found | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? { path, realPath: realpathSync(path) }
      : undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== "ENOENT" && code !== "ENOTDIR") unreadable.push({ path, reason: reasonFor(code) });
    return undefined;
  }
}

function listed(path: string, unreadable: Skipped[]): readonly Dirent[] {
  try {
    return listFolder(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== "ENOENT") unreadable.push({ path, reason: reasonFor(code) });
    return [];
  }
}

function factsOf({ path, realPath }: Found): FileFacts | undefined {
  try {
    // It may have gone away between listing and looking.
    const stats = statSync(path, { throwIfNoEntry: false });
    return (
      stats && {
        path,
        realPath,
        sizeBytes: stats.size,
        modifiedMs: stats.mtimeMs,
        device: stats.dev,
        inode: stats.ino,
      }
    );
  } catch (error) {
    throw worldError(error, path);
  }
}
