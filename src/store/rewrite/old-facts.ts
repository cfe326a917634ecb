// Mode and time of what stood somewhere -> given to what stands there again; where a file system knows no modes, nothing happens.
import { systemCode } from "../world-error.ts";
import type { Disk, DiskFacts } from "./disk.ts";

export type OldFacts = Pick<DiskFacts, "modifiedNs"> & {
  readonly path: string;
  /** Permission bits; undefined where nobody noted them. */
  readonly mode: number | undefined;
};

const ownerAll = 0o700;

/** The highest first. Until their facts are given back, their owner may take things out of them. */
export function openFolders(disk: Disk, folders: readonly OldFacts[]): void {
  for (const { path } of [...folders].sort((a, b) => a.path.length - b.path.length)) {
    const facts = disk.look(path);
    if (facts?.kind === "folder") giveBackMode(disk, { path, mode: facts.mode | ownerAll });
  }
}

/** The lowest first: a folder may shut its owner out. What is no more needs nothing. */
export function giveBackFacts(disk: Disk, folders: readonly OldFacts[]): void {
  for (const { path, mode, modifiedNs } of [...folders].sort((a, b) => b.path.length - a.path.length)) {
    if (disk.look(path)?.kind !== "folder") continue;
    passingOver(() => disk.setModified(path, modifiedNs));
    giveBackMode(disk, { path, mode });
  }
}

export function giveBackMode(disk: Disk, { path, mode }: Pick<OldFacts, "path" | "mode">): void {
  if (mode !== undefined && disk.look(path)?.mode !== mode) passingOver(() => disk.setMode(path, mode));
}

const notGiven: ReadonlySet<string> = new Set(["EPERM", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "ENOENT"]);

function passingOver(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!notGiven.has(systemCode(error) ?? "")) throw error;
  }
}
