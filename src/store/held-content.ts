// A file and what is held of it -> whether it still has that content, whatever its time says; it is only read.
import { hashFile } from "./rewrite/copies.ts";
import type { Disk } from "./rewrite/disk.ts";
import type { HeldFile } from "./rewrite/manifest.ts";
import { isAbsence } from "./open/open-file.ts";
import { WorldError } from "./world-error.ts";

/** Not where the end was left out, and not of a file that changes meanwhile or goes. */
export function hasHeldContent(disk: Disk, path: string, { sha256, sizeBytes, originalBytes }: HeldFile): boolean {
  if (originalBytes !== sizeBytes || disk.look(path)?.sizeBytes !== sizeBytes) return false;
  try {
    return hashFile(disk, path).sha256 === sha256;
  } catch (error) {
    if (error instanceof WorldError || isAbsence(error)) return false;
    throw error;
  }
}
