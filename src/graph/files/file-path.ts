// A path as a log spells it, and the folder it was meant in -> an absolute path and a key to compare by; no disk is asked.

/** `C:\x`, `C:/x` or `\\server\share`. */
const isWindows = (path: string): boolean => /^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\");

export const isAbsolutePath = (path: string): boolean => path.startsWith("/") || isWindows(path);

/** Linux opens no longer path. A longer one is not the path of a file, and has more folders than can be followed. */
const longestPath = 4096;

/** The absolute path, spelt as it was where it was absolute already; undefined for a relative one without a folder. */
export function resolvePath(path: string, folder: string | undefined): string | undefined {
  if (path === "" || path.length > longestPath || path.includes("\0")) return undefined;
  if (isAbsolutePath(path)) return hasDots(path) ? tidy(path) : path;
  if (folder === undefined || !isAbsolutePath(folder)) return undefined;
  const separator = isWindows(folder) ? "\\" : "/";
  return tidy(`${folder}${/[\\/]$/.test(folder) ? "" : separator}${path}`);
}

/** The same for two spellings of one file; Windows compares without case and with either slash. */
export function pathKey(path: string): string {
  const tidied = hasDots(path) ? tidy(path) : path;
  return isWindows(tidied) ? tidied.replaceAll("/", "\\").toLowerCase() : tidied;
}

export const isWindowsPath = isWindows;

/** Whether the file stands in the folder or anywhere below it. */
export function isBelow(key: string, folderKey: string): boolean {
  const separator = isWindows(folderKey) ? "\\" : "/";
  return key.startsWith(folderKey.endsWith(separator) ? folderKey : `${folderKey}${separator}`);
}

/** The keys of every folder that a file stands in. */
export function foldersOf(key: string): readonly string[] {
  const separator = isWindows(key) ? "\\" : "/";
  const folders: string[] = [];
  for (let at = key.lastIndexOf(separator); at > 0; at = key.lastIndexOf(separator, at - 1))
    folders.push(key.slice(0, at));
  return folders;
}

/** The last part of a path. */
export function fileName(path: string): string {
  const parts = path.split(isWindows(path) ? /[\\/]/ : "/");
  return parts.findLast((part) => part !== "") ?? path;
}

export function joinPath(folder: string, name: string): string {
  const separator = isWindows(folder) ? "\\" : "/";
  return /[\\/]$/.test(folder) ? `${folder}${name}` : `${folder}${separator}${name}`;
}

const hasDots = (path: string): boolean =>
  isWindows(path) ? /[\\/](\.{0,2})([\\/]|$)/.test(path.slice(2)) : /\/(\.{0,2})(\/|$)/.test(path);

/** Without `.`, `..` and empty parts. */
function tidy(path: string): string {
  const windows = isWindows(path);
  const separator = windows ? "\\" : "/";
  const root = windows ? (/^[A-Za-z]:/.exec(path)?.[0] ?? "\\") : "";
  const kept: string[] = [];
  for (const part of path.slice(root.length).split(windows ? /[\\/]/ : "/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `${root}${separator}${kept.join(separator)}`;
}
