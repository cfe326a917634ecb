// A fresh folder -> files made in it, one by one, below folders that were all made here; nothing that others put there is used, followed or replaced.
import type { Disk } from "../rewrite/disk.ts";
import { makeFolders } from "../rewrite/folders.ts";
import { WorldError, systemCode } from "../world-error.ts";
import { placeFile } from "./new-file.ts";
import { type FolderId, type OpenFolder, type Way, isSameFolder, makeFolder, openFolder } from "./open-folder.ts";
import { nameKey, otherName } from "./safe-name.ts";

export type FreshTree = {
  /** Where it was made: the names as they are on the disk. */
  readonly addFile: (place: readonly string[], bytes: Uint8Array) => readonly string[];
  /** The file whose name was kept free for it, at the top; its name. */
  readonly addReserved: (bytes: Uint8Array) => string;
  readonly close: () => void;
};

type Branch = { readonly id: FolderId; readonly folders: Map<string, Twig>; readonly taken: Set<string> };
type Twig = { readonly name: string; readonly branch: Branch };

/** More names than this are only taken by somebody who is against us. */
const mostAttempts = 10_000;

export function freshTree(
  disk: Disk,
  folder: string,
  { way, reserved, temporary }: { readonly way: Way; readonly reserved: string; readonly temporary: string },
): FreshTree {
  refuseUsed(disk, folder);
  makeFolders(disk, folder);
  const opened = openFolder(folder, way);
  const root = branchOf(opened);
  for (const name of [reserved, temporary]) root.taken.add(nameKey(name));

  return {
    close: opened.close,
    addReserved(bytes) {
      root.taken.delete(nameKey(reserved));
      return newFile({ open: opened, branch: root }, reserved, bytes);
    },
    addFile(place, bytes) {
      const made: string[] = [];
      let at: { readonly open: OpenFolder; readonly branch: Branch } = { open: opened, branch: root };
      try {
        for (const name of place.slice(0, -1)) {
          const twig = at.branch.folders.get(name);
          const next = twig === undefined ? newFolder(at, name) : enter(at.open, twig);
          if (at.open !== opened) at.open.close();
          at = next;
          made.push(next.name);
        }
        return [...made, newFile(at, place.at(-1) ?? "_", bytes)];
      } finally {
        if (at.open !== opened) at.open.close();
      }
    },
  };

  type Here = { readonly open: OpenFolder; readonly branch: Branch };

  function newFolder(here: Here, wanted: string): Here & { readonly name: string } {
    const { name, made } = firstFree(here.branch, wanted, (each) => makeFolder(here.open, each, way));
    const branch = branchOf(made);
    here.branch.folders.set(wanted, { name, branch });
    return { open: made, branch, name };
  }

  function enter(parent: OpenFolder, { name, branch }: Twig): Here & { readonly name: string } {
    const open = openFolder(parent.at(name), way);
    if (isSameFolder(open.id, branch.id)) return { open, branch, name };
    open.close();
    throw Object.assign(new Error("a folder was exchanged"), { code: "ESTALE" });
  }

  function newFile({ open, branch }: Here, wanted: string, bytes: Uint8Array): string {
    return placeFile(
      disk,
      { temp: opened.at(temporary), bytes },
      (place) => firstFree(branch, wanted, (name) => isPlaced(place, open.at(name))).name,
    );
  }

  function isPlaced(place: (path: string) => void, path: string): true | undefined {
    try {
      place(path);
      return true;
    } catch (error) {
      if (systemCode(error) === "EEXIST") return undefined;
      throw error;
    }
  }
}

/** The name itself, or the first of its other names that nothing has. */
function firstFree<T>(
  branch: Branch,
  wanted: string,
  make: (name: string) => T | undefined,
): { readonly name: string; readonly made: T } {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const name = attempt === 1 ? wanted : otherName(wanted, attempt);
    if (branch.taken.has(nameKey(name))) continue;
    const made = make(name);
    branch.taken.add(nameKey(name));
    if (made !== undefined) return { name, made };
  }
  throw Object.assign(new Error("every name is taken"), { code: "EEXIST" });
}

const branchOf = ({ id }: OpenFolder): Branch => ({ id, folders: new Map(), taken: new Set() });

function refuseUsed(disk: Disk, folder: string): void {
  const there = disk.look(folder);
  if (there === undefined) return;
  if (there.kind === "folder" && disk.list(folder).length === 0) return;
  throw new WorldError("exists", there.kind === "folder" ? `${folder} is not empty` : `${folder} is no folder`, {
    hint: "name a folder that is new or empty: nothing is ever written over",
  });
}
