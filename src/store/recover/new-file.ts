// Bytes -> a new file that holds them all, or no file; fails with EEXIST where something has that name.
import type { Disk } from "../rewrite/disk.ts";
import { removeIfThere } from "../rewrite/folders.ts";
import { writeAll } from "../rewrite/output-file.ts";

export function createFile(disk: Disk, path: string, bytes: Uint8Array): void {
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
