// Homes -> the condition that files of the catalog satisfy which stand in them; paths there are those with links resolved.
import { sep } from "node:path";
import { realPath } from "../real-path.ts";
import type { Value } from "./sqlite.ts";

/** A home that is not there is named as it was: its files may still be known. */
export const realFolders = (homes: readonly string[]): readonly string[] => homes.map(realPath);

export function filesWithin(homes: readonly string[]): {
  readonly condition: string;
  readonly values: readonly Value[];
} {
  const folders = realFolders(homes).map((folder) => `${folder}${sep}`);
  return {
    condition: `(${["0", ...folders.map(() => "substr(path, 1, ?) = ?")].join(" OR ")})`,
    values: folders.flatMap((folder) => [folder.length, folder]),
  };
}
