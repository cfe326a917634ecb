// Homes -> the files that discovery found in them, as long as no folder has changed since: each file is looked at anew, no folder is read.
import { type Stats, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type Discovered, type FileFacts, isFolder } from "../discover.ts";
import { listFolder } from "../open/list-folder.ts";
import { systemCode } from "../world-error.ts";
import { type FolderFiles, filesByFolder, rebuilt } from "./folder-files.ts";

/**
 * A folder's two times change with every entry that comes, goes or gets another name, and one of them cannot be set by
 * anybody. So a folder that is the same as long before it was read holds the same entries.
 */
type Folder = {
  /** Below its root, with a separator in front; empty for the root itself. */
  readonly path: string;
  readonly mark: readonly [device: number, inode: number, modifiedMs: number, changedMs: number];
};

type Root = { readonly path: string; readonly realPath: string; readonly folders: readonly Folder[] };
export type KnownTree = { readonly roots: readonly Root[]; readonly files: readonly FolderFiles[] };

/** In smaller homes reading all folders is as quick. */
const worthKnowing = 256;

export const isWorthKnowing = ({ sessions, agents, outputs }: Discovered): boolean =>
  sessions.length + agents.length + outputs.length >= worthKnowing;

/** Undefined where it would not be certain: a folder that changed after `settledMs`, one that cannot be read, a link. */
export function treeOf(homes: readonly string[], found: Discovered, settledMs: number): KnownTree | undefined {
  if (found.unreadable.length > 0) return undefined;
  const roots: Root[] = [];
  try {
    for (const home of homes) {
      const path = rootOf(home);
      const folders = path === undefined ? undefined : foldersBelow(path, settledMs);
      if (path === undefined || folders === undefined) return undefined;
      roots.push({ path, realPath: realpathSync(path), folders });
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  const files = areApart(roots) ? filesByFolder(found, roots) : undefined;
  return files && { roots, files };
}

/** As discovery has it. */
function rootOf(home: string): string | undefined {
  const projects = join(home, "projects");
  return isFolder(projects) ? projects : isFolder(home) ? home : undefined;
}

/** Homes inside each other are left to discovery, which lists each file once. */
function areApart(roots: readonly Root[]): boolean {
  const paths = roots.map(({ realPath }) => `${realPath}${sep}`);
  return paths.every((path, at) => paths.every((other, place) => place === at || !other.startsWith(path)));
}

/** More than any client makes; beyond, somebody named a folder that is no home. */
const mostFolders = 50_000;
const deepest = 10;

function foldersBelow(root: string, settledMs: number): readonly Folder[] | undefined {
  const folders: Folder[] = [];
  const open = [{ path: "", depth: 0 }];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { path, depth } = folder;
    const stats = statSync(`${root}${path}`);
    if (Math.max(stats.mtimeMs, stats.ctimeMs) >= settledMs || folders.length > mostFolders) return undefined;
    folders.push({ path, mark: markOf(stats) });
    for (const item of listFolder(`${root}${path}`)) {
      // Where a link leads may change without a sign.
      if (item.isSymbolicLink() && depth === 0) return undefined;
      if (item.isDirectory() && depth < deepest) open.push({ path: `${path}${sep}${item.name}`, depth: depth + 1 });
    }
  }
  return folders;
}

const markOf = ({ dev, ino, mtimeMs, ctimeMs }: Stats): Folder["mark"] => [dev, ino, mtimeMs, ctimeMs];

/** Undefined when a folder has changed, or a file has gone meanwhile. */
export function findKnown({ roots, files }: KnownTree): Discovered | undefined {
  try {
    return roots.every(isUnchanged) ? rebuilt(files, roots, factsOf) : undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function isUnchanged({ path: root, realPath, folders }: Root): boolean {
  if (realpathSync(root) !== realPath) return false;
  return folders.every(({ path, mark: [device, inode, modifiedMs, changedMs] }) => {
    const { dev, ino, mtimeMs, ctimeMs } = statSync(`${root}${path}`);
    return dev === device && ino === inode && mtimeMs === modifiedMs && ctimeMs === changedMs;
  });
}

function factsOf(path: string, realPath: string): FileFacts {
  const { size, mtimeMs, dev, ino } = statSync(path);
  return { path, realPath, sizeBytes: size, modifiedMs: mtimeMs, device: dev, inode: ino };
}
