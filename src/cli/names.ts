// Flags and names of a command -> the homes and files it means.
import { basename } from "node:path";
import { type ReplayRules, newestRules, rulesFor } from "../graph/index.ts";
import { type OpenOptions, type Skipped, WorldError, findSession, isFolder, namedFile } from "../store/index.ts";
import { formatBytes, sanitizeCell, sanitizeLine } from "../view/index.ts";
import type { AsFlag, DirFlag } from "./flags.ts";
import type { Io } from "./io.ts";
import { idsTitled, pathsOfIds } from "./own-titles.ts";
import { refuseGone } from "./refuse-gone.ts";

export function homesOf(io: Io, { dir }: DirFlag): readonly string[] {
  if (dir === undefined || dir.length === 0) return io.homes;
  for (const home of dir) {
    if (!isFolder(home))
      throw new WorldError("not-found", `no such folder: ${home}`, { hint: "--dir names a config home" });
  }
  return dir;
}

/** For reading: of a link, the file that it leads to. */
export const sessionPath = (io: Io, flags: DirFlag, name: string): string => namedFile(namedPath(io, flags, name));

/** For commands that write: below a config home they refuse a link. */
export function namedPath(io: Io, flags: DirFlag, name: string): string {
  const homes = homesOf(io, flags);
  const find = (): string => findSession(name, { homes, cwd: io.cwd });
  const findOrSay = (): string => {
    try {
      return find();
    } catch (error) {
      if (isUnknown(error)) refuseGone(io, { homes, name });
      throw error;
    }
  };
  const own = name === "@last" ? new Set<string>() : idsTitled(io, name);
  if (own.size === 0) return findOrSay();
  const paths = pathsOfIds(own, homes);
  const named = paths.length === 0 ? findOrSay() : ifKnown(find);
  // Ids and paths come before titles, clew's own as well as the logs'.
  if (named !== undefined && !isByTitle(named, name)) return named;
  return theOnly(name, [...new Set([...(named === undefined ? [] : [named]), ...paths])]);
}

function ifKnown(find: () => string): string | undefined {
  try {
    return find();
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof WorldError && (error.code === "unknown-session" || error.code === "not-found");

function theOnly(title: string, paths: readonly string[]): string {
  const [path] = paths;
  if (path !== undefined && paths.length === 1) return path;
  const stems = paths.slice(0, 4).map((each) => basename(each, ".jsonl"));
  throw new WorldError("ambiguous", `${paths.length} sessions have the title ${JSON.stringify(title)}`, {
    hint: `name one by its id: ${stems.join(", ")}`,
  });
}

const isByTitle = (path: string, name: string): boolean =>
  !/[\\/]|\.jsonl$/.test(name) && !basename(path).toLowerCase().startsWith(name.toLowerCase());

/** The rules of the version that `--as` names, else of the newest known. */
export function rulesOf({ as }: AsFlag): ReplayRules {
  const rules = as === undefined ? newestRules : rulesFor(as);
  if (rules !== undefined) return rules;
  throw new WorldError("bad-argument", `${JSON.stringify(as)} is not a client version`, {
    hint: "name one like 2.1.45",
  });
}

/** More lines of the same kind would hide the result. */
const mostLines = 20;

/** Prints one line for each file or folder that was left out. */
export function sayUnreadable(io: Io, all: readonly Skipped[]): void {
  const shown = all.slice(0, mostLines);
  for (const { path, reason } of shown) io.err(`clew: cannot read ${sanitizeLine(path)}: ${reason}\n`);
  if (all.length > shown.length) io.err(`clew: cannot read ${all.length - shown.length} more files or folders\n`);
}

/** One line of what went wrong with one of several things; the others go on. */
export function sayError(io: Io, error: WorldError): void {
  io.err(`clew: ${sanitizeLine(error.message)} (${sanitizeCell(error.hint)})\n`);
}

/** Small files are read before anybody would look at a progress line. */
const worthShowingBytes = 64 * 1024 * 1024;

export function withProgress(io: Io): OpenOptions {
  let shownBytes = 0;
  return {
    onUnreadable: (error) => sayError(io, error),
    onProgress(doneBytes, totalBytes) {
      if (totalBytes < worthShowingBytes || doneBytes - shownBytes < 16 * 1024 * 1024) return;
      shownBytes = doneBytes;
      io.progress(`reading ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`);
    },
  };
}
