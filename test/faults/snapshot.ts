// A folder of a trial -> every file in it by its hash, and every folder; the cache is left out.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

export type Snapshot = {
  /** By the path below the folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
};

export function snapshotOf(run: string): Snapshot {
  const files = new Map<string, string>();
  const folders = new Set<string>();
  for (const item of readdirSync(run, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name);
    const name = relative(run, path);
    if (name.startsWith("cache")) continue;
    if (item.isDirectory()) folders.add(name);
    else files.set(name, hashOf(path));
  }
  return { files, folders };
}

const hashOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

export const inHome = ({ files }: Snapshot): ReadonlyMap<string, string> =>
  new Map([...files].filter(([name]) => name.startsWith("home/")));

/** Names that are in one and not in the other. */
export const namesBeyond = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] =>
  [...one.keys()].filter((name) => !other.has(name));

export const isEmptyFolder = ({ files, folders }: Snapshot, folder: string): boolean =>
  ![...files.keys(), ...folders].some((name) => name.startsWith(`${folder}/`));
