// A path -> what tells one state of a file from another: size, times and identity; never its content.
import type { Disk, DiskFacts } from "./disk.ts";
import { worldError } from "../world-error.ts";

export type FileFacts = Pick<DiskFacts, "sizeBytes" | "modifiedNs" | "inode" | "device">;

export function lookAtFile(disk: Disk, path: string): DiskFacts {
  const facts = disk.look(path);
  if (facts !== undefined) return facts;
  throw worldError(Object.assign(new Error(path), { code: "ENOENT" }), path);
}

/** Nothing that was read from it can have changed. A new name or link count changes nothing of this. */
export function isSameFile(a: FileFacts, b: FileFacts): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedNs === b.modifiedNs && a.inode === b.inode && a.device === b.device;
}
