// Bytes -> a new file that holds them all, or no file; fails with EEXIST where something has that name.
import type { Disk } from "../rewrite/disk.ts";
import { removeIfThere } from "../rewrite/folders.ts";
import { writeAll } from "../rewrite/output-file.ts";
import { withoutLinks } from "../rewrite/publish.ts";
import { systemCode } from "../world-error.ts";

/** Written under a temporary name first, so a kill never leaves half a file; `onWritten` may try several final names. */
export function placeFile<T>(disk: Disk, { temp, bytes }: NewFile, onWritten: (place: Place) => T): T {
  createFile(disk, temp, bytes);
  try {
    return onWritten((path) => linkOrCreate(disk, { temp, bytes }, path));
  } finally {
    removeIfThere(disk, temp);
  }
}

type NewFile = { readonly temp: string; readonly bytes: Uint8Array };
type Place = (path: string) => void;

function linkOrCreate(disk: Disk, { temp, bytes }: NewFile, path: string): void {
  try {
    disk.link(temp, path);
  } catch (error) {
    if (!withoutLinks.has(systemCode(error) ?? "")) throw error;
    createFile(disk, path, bytes);
  }
}

function createFile(disk: Disk, path: string, bytes: Uint8Array): void {
  const descriptor = disk.open(path, "create");
  try {
    const { device, inode } = disk.facts(descriptor);
    try {
      writeAll(disk, descriptor, bytes);
      disk.sync(descriptor);
    } catch (error) {
      // Half a file is worse than none; what stands there must still be ours.
      const now = disk.look(path);
      if (now?.kind === "file" && now.inode === inode && now.device === device) removeIfThere(disk, path);
      throw error;
    }
  } finally {
    disk.close(descriptor);
  }
}
