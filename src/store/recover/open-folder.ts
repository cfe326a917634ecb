// A folder, opened without following a link in the last place -> paths of what stands in it, which lead nowhere else even when its name does later.
import { closeSync, constants, existsSync, fchmodSync, fstatSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../world-error.ts";

export type FolderId = { readonly device: bigint; readonly inode: bigint };

export type OpenFolder = {
  readonly id: FolderId;
  /** Where one thing in it stands, for one call right now. */
  readonly at: (name: string) => string;
  readonly close: () => void;
};

/** By a descriptor that holds the folder itself, or by its path, looked at again before each use. */
export type Way = "descriptors" | "paths";

const held = "/proc/self/fd";
const ownerFolder = 0o700;
const { O_RDONLY } = constants;
/** Windows has neither. */
const folderOnly = (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

export const bestWay = (): Way => (existsSync(held) ? "descriptors" : "paths");

export function openFolder(path: string, way: Way): OpenFolder {
  return way === "descriptors" ? byDescriptor(path) : byPath(path);
}

/** One new folder, for its owner alone; undefined where something has that name. */
export function makeFolder(parent: OpenFolder, name: string, way: Way): OpenFolder | undefined {
  const path = parent.at(checked(name));
  try {
    mkdirSync(path, { mode: ownerFolder });
  } catch (error) {
    if (systemCode(error) === "EEXIST") return undefined;
    throw error;
  }
  claim(path);
  return openFolder(path, way);
}

/** Whatever the umask took from its owner, and never through a link that was put in its place. */
function claim(path: string): void {
  if (folderOnly === 0) return;
  const descriptor = openSync(path, O_RDONLY | folderOnly);
  try {
    fchmodSync(descriptor, ownerFolder);
  } finally {
    closeSync(descriptor);
  }
}

export const isSameFolder = (a: FolderId, b: FolderId): boolean => a.device === b.device && a.inode === b.inode;

function byDescriptor(path: string): OpenFolder {
  const descriptor = openSync(path, O_RDONLY | folderOnly);
  const stats = fstatSync(descriptor, { bigint: true });
  return {
    id: { device: stats.dev, inode: stats.ino },
    at: (name) => `${held}/${descriptor}/${checked(name)}`,
    close: () => closeSync(descriptor),
  };
}

function byPath(path: string): OpenFolder {
  const id = lookAt(path);
  return {
    id,
    at(name) {
      if (!isSameFolder(lookAt(path), id)) throw changed(path);
      return join(path, checked(name));
    },
    close: () => undefined,
  };
}

function lookAt(path: string): FolderId {
  const stats = lstatSync(path, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: "ENOTDIR" });
  return { device: stats.dev, inode: stats.ino };
}

const changed = (path: string): Error => Object.assign(new Error(`${path} is another folder now`), { code: "ESTALE" });

/** A name is one step: nothing here may lead up, or further down. */
function checked(name: string): string {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name))
    throw new Error("a name of one step was expected");
  return name;
}
