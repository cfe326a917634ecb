// A folder -> the names in it and what each is; follows no link, throws what the system reports.
import { type Dirent, type Stats, lstatSync, readdirSync } from "node:fs";
import { systemCode } from "../world-error.ts";

export type ItemKind = "file" | "folder" | "link" | "other";

export const listFolder = (path: string): Dirent[] => readdirSync(path, { withFileTypes: true });

/** Whether a folder is there and is not a link; false where the system does not tell. */
export function isRealFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

type Typed = Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">;

export function itemKind(item: Typed): ItemKind {
  if (item.isFile()) return "file";
  if (item.isDirectory()) return "folder";
  return item.isSymbolicLink() ? "link" : "other";
}
