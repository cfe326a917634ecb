// Config homes -> the session and agent files in them, by path alone; nothing is opened, nothing outside is followed.
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type AgentId, type Place, isUuid, placeOf } from "../format/index.ts";
import { WorldError, systemCode, worldError } from "./world-error.ts";

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
  /** Folders and files that could not be looked into. */
  readonly unreadable: readonly string[];
};

/** Deep enough for every layout the client has used. */
const maxDepth = 8;
/** Below a link only as deep as a session's agents stand. */
const linkedDepth = maxDepth - 2;

export function discover(homes: readonly string[]): Discovered {
  const sessions: SessionFile[] = [];
  const agents: AgentFile[] = [];
  const outputs: OutputFile[] = [];
  const unreadable: string[] = [];
  const seen = new Set<string>();
  for (const home of homes) {
    const projects = join(home, "projects");
    const isHome = isFolder(projects);
    if (!isHome && !isFolder(home)) continue;
    const root = isHome ? projects : home;
    for (const file of logFiles(root, unreadable))
      addFile(file, placeOf(`projects${isHome ? file.path.slice(root.length) : `${sep}${tailOf(file.path)}`}`));
  }
  sessions.sort((a, b) => b.modifiedMs - a.modifiedMs || a.path.localeCompare(b.path));
  return { sessions, agents, outputs, unreadable };

  function addFile(file: Found, place: Place): void {
    if (place.kind !== "session" && place.kind !== "agent" && place.kind !== "tool-result") return;
    if (seen.has(file.realPath)) return;
    const facts = factsOf(file);
    if (facts === undefined) {
      // A name that is no UTF-8 was not told as it is: nothing is found under it.
      if (file.path.includes("\uFFFD")) unreadable.push(file.path);
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

function* logFiles(root: string, unreadable: string[]): Generator<Found, void, undefined> {
  const open: (Found & { readonly depth: number })[] = [{ path: root, realPath: realpathSync(root), depth: 0 }];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const item of listed(folder.path, unreadable)) {
      const path = `${folder.path}${sep}${item.name}`;
      if (item.isSymbolicLink()) {
        // A linked project folder is followed, links further down are not: they could lead anywhere.
        const realPath = folder.depth === 0 ? linkedFolder(path, unreadable) : undefined;
        if (realPath !== undefined) open.push({ path, realPath, depth: linkedDepth });
        else if (folder.depth > 0 && isKept(item.name, folder.path)) unreadable.push(path);
        continue;
      }
      // What is no link itself stands in its folder: only links need to be resolved.
      const realPath = `${folder.realPath}${sep}${item.name}`;
      if (item.isDirectory() && folder.depth < maxDepth) open.push({ path, realPath, depth: folder.depth + 1 });
      else if (item.isFile() && isKept(item.name, folder.path)) yield { path, realPath };
    }
  }
}

/** Where a link to a folder leads; one that leads nowhere is no project. */
function linkedFolder(path: string, unreadable: string[]): string | undefined {
  try {
    return isFolder(path) ? realpathSync(path) : undefined;
  } catch (error) {
    if (!(error instanceof WorldError) && systemCode(error) === undefined) throw error;
    unreadable.push(path);
    return undefined;
  }
}

function listed(path: string, unreadable: string[]): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== "ENOENT") unreadable.push(path);
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
