// How much is to be written where -> nothing, or a refusal with the numbers, before the first byte is written.
import { dirname } from "node:path";
import { WorldError } from "../world-error.ts";
import type { Disk } from "./disk.ts";

/** Left free for everybody else, and for what folders and journals take. */
const reserveBytes = 4 * 1024 * 1024;

export type Need = { readonly folder: string; readonly bytes: number };

/** Needs on one disk are added up. */
export function refuseWithoutSpace(disk: Disk, needs: readonly Need[]): void {
  const byDevice = new Map<bigint, Need>();
  for (const { folder, bytes } of needs) {
    const there = existing(disk, folder);
    const device = disk.look(there)?.device ?? 0n;
    byDevice.set(device, { folder: there, bytes: bytes + (byDevice.get(device)?.bytes ?? 0) });
  }
  for (const { folder, bytes } of byDevice.values()) {
    const freeBytes = disk.freeBytes(folder);
    if (freeBytes >= bytes + reserveBytes) continue;
    throw new WorldError(
      "no-space",
      `not enough space at ${folder}: ${mebibytes(bytes + reserveBytes)} are needed, ${mebibytes(freeBytes)} are free`,
      { hint: "make room, then try again; nothing was written" },
    );
  }
}

function existing(disk: Disk, path: string): string {
  let at = path;
  while (disk.look(at) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
