// How much is to be written where -> nothing, or a refusal with the numbers, before the first byte is written.
import { dirname } from "node:path";
import { WorldError } from "../world-error.ts";
import type { Disk } from "./disk.ts";

/** Left free for everybody else, and for what folders and journals take: as much again as is written, within these limits. */
const leastReserve = 64 * 1024;
const mostReserve = 4 * 1024 * 1024;
const withReserve = (bytes: number): number => bytes + Math.min(mostReserve, leastReserve + bytes);

export type Need = { readonly folder: string; readonly bytes: number };

/** Needs on one disk are added up. */
export function refuseWithoutSpace(disk: Disk, needs: readonly Need[]): void {
  const byDevice = new Map<bigint, Need>();
  for (const { folder, bytes } of needs) {
    const there = nearestFolder(disk, folder);
    const device = disk.look(there)?.device ?? 0n;
    byDevice.set(device, { folder: there, bytes: bytes + (byDevice.get(device)?.bytes ?? 0) });
  }
  for (const { folder, bytes } of byDevice.values()) {
    const freeBytes = disk.freeBytes(folder);
    if (freeBytes >= withReserve(bytes)) continue;
    throw new WorldError(
      "no-space",
      `not enough space at ${folder}: ${sizeText(withReserve(bytes))} are needed, ${sizeText(freeBytes)} are free`,
      { hint: "make room, then try again; nothing was written" },
    );
  }
}

/** The folder itself, or the lowest above it that is there. */
export function nearestFolder(disk: Disk, path: string): string {
  let at = path;
  while (disk.look(at) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}

const mebibyte = 1024 * 1024;
const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / mebibyte).toFixed(1)} MiB`;
