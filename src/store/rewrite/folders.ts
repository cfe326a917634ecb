// Folders that are to be there -> made one by one for their owner alone, made to last, or taken away again when empty.
import { dirname } from "node:path";
import { systemCode } from "../world-error.ts";
import type { Disk } from "./disk.ts";

/** Those of the path that do not exist, the highest first. */
export function missingFolders(disk: Disk, path: string): readonly string[] {
  const missing: string[] = [];
  for (let at = path; disk.look(at) === undefined; at = dirname(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  return missing;
}

/** Another process may make the same folder at the same time. */
export function makeFolders(disk: Disk, path: string): void {
  for (const folder of missingFolders(disk, path)) {
    try {
      disk.makeFolder(folder);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
    // A folder lasts when its name does.
    syncFolder(disk, dirname(folder));
  }
}

export function syncFolder(disk: Disk, path: string): void {
  const descriptor = disk.open(path, "folder");
  try {
    disk.sync(descriptor);
  } catch (error) {
    // Some file systems know no such thing, and need none.
    if (systemCode(error) !== "EINVAL") throw error;
  } finally {
    disk.close(descriptor);
  }
}

/** The lowest first, whatever their order. What still holds something stays. */
export function removeEmptyFolders(disk: Disk, paths: Iterable<string>): void {
  const lowestFirst = [...new Set(paths)].sort((a, b) => b.length - a.length);
  for (const path of lowestFirst) {
    try {
      disk.removeFolder(path);
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) throw error;
    }
  }
}

export function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR") throw error;
  }
}
