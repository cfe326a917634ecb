// A folder -> the files and folders below it; follows no link and reports what it leaves out.
import { join } from "node:path";
import { systemCode } from "../world-error.ts";
import type { ItemKind } from "./list-folder.ts";

export type WalkedItem = {
  readonly path: string;
  /** Below the top folder, with `/` between its parts; empty for the top folder itself. */
  readonly name: string;
  readonly kind: "file" | "folder";
};

/** A file or folder that was left out, and why, as the end of `cannot read PATH: REASON`. */
export type Skipped = { readonly path: string; readonly reason: string };
export type OnSkipped = (skipped: Skipped) => void;

/** What a walk needs of the file system. */
export type WalkDisk = {
  readonly look: (path: string) => Identity | undefined;
  readonly list: (path: string) => readonly { readonly name: string; readonly kind: ItemKind }[];
};
type Identity = { readonly kind: ItemKind; readonly device: bigint; readonly inode: bigint };

/** Deeper than any client goes. */
const maxDepth = 16;
/** More files than any session has. */
const mostItems = 1_000_000;

export const linkReason = "it is a link";
export const specialReason = "it is not a regular file";

export function reasonFor(code: string): string {
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  return code === "ELOOP" ? "it is a link that leads to itself" : code;
}

export function* walkFolder(
  disk: WalkDisk,
  top: string,
  onSkipped: OnSkipped = () => undefined,
): Generator<WalkedItem, void, undefined> {
  const visited = new Set<string>();
  const open = [{ path: top, name: "", depth: 0 }];
  let items = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { path, name, depth } = folder;
    const look = disk.look(path);
    if (look?.kind === "link") onSkipped({ path, reason: linkReason });
    // It may be gone since its folder was listed; a folder mounted below itself is met again.
    if (look?.kind !== "folder" || visited.has(identityOf(look))) continue;
    visited.add(identityOf(look));
    yield { path, name, kind: "folder" };
    for (const item of disk.list(path)) {
      if (++items > mostItems) return onSkipped({ path: top, reason: `it holds more than ${mostItems} files` });
      const below = { path: join(path, item.name), name: name === "" ? item.name : `${name}/${item.name}` };
      if (item.kind === "file") yield { ...below, kind: "file" };
      else if (item.kind !== "folder")
        onSkipped({ path: below.path, reason: item.kind === "link" ? linkReason : specialReason });
      else if (depth < maxDepth) open.push({ ...below, depth: depth + 1 });
      else onSkipped({ path: below.path, reason: `it is more than ${maxDepth} folders deep` });
    }
  }
}

const identityOf = ({ device, inode }: Identity): string => `${device}:${inode}`;

/** The same disk for a walk that continues where a folder cannot be read. */
export function lenientDisk(disk: WalkDisk, onSkipped: OnSkipped): WalkDisk {
  function orSkipped<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      onSkipped({ path, reason: reasonFor(code) });
      return undefined;
    }
  }
  return {
    look: (path) => orSkipped(path, () => disk.look(path)),
    list: (path) => orSkipped(path, () => disk.list(path)) ?? [],
  };
}
