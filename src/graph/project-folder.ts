// The folders that entries were written in and the slug that their log stands in -> the folder a session belongs to; a slug is never decoded.
import { longSlugOf, slugOf } from "../format/index.ts";

/** Of folders, and of those above them, the first that the client keeps under this slug. */
export function folderUnder(slug: string, folders: readonly string[]): string | undefined {
  // Old clients left some characters as they are, such as `_`.
  const long = longSlugOf(slug);
  const isMeant = (folder: string): boolean => slugOf(folder) === slug || longSlugOf(folder) === long;
  const named = folders.find(isMeant);
  if (named !== undefined) return named;
  for (const folder of folders) {
    const found = above(folder).find(isMeant);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the slug says, else the first folder; never one below another that entries were written in. */
export function projectFolder(slug: string | undefined, folders: readonly string[]): string | undefined {
  const meant = slug === undefined ? undefined : folderUnder(slug, folders);
  const [first] = folders;
  if (meant !== undefined || first === undefined) return meant;
  return folders
    .filter((folder) => isBelow(first, folder))
    .reduce((outer, folder) => (isBelow(outer, folder) ? folder : outer), first);
}

/** By whole names: /a/bc is not in /a/b. */
export const isWithin = (path: string, folder: string): boolean => path === folder || isBelow(path, folder);

export const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);

/** The nearest first. */
function above(folder: string): readonly string[] {
  const all: string[] = [];
  for (let at = lastSeparator(folder); at > 0; at = lastSeparator(folder.slice(0, at))) all.push(folder.slice(0, at));
  return all;
}

const lastSeparator = (path: string): number => Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
