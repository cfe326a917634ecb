// Flags and names of a command -> the homes and files it means.
import { type ReplayRules, newestRules, rulesFor } from "../graph/index.ts";
import { type OpenOptions, WorldError, findSession, isFolder } from "../store/index.ts";
import { formatBytes, sanitizeLine } from "../view/index.ts";
import type { AsFlag, DirFlag } from "./flags.ts";
import type { Io } from "./io.ts";

export function homesOf(io: Io, { dir }: DirFlag): readonly string[] {
  if (dir === undefined || dir.length === 0) return io.homes;
  for (const home of dir) {
    if (!isFolder(home))
      throw new WorldError("not-found", `no such folder: ${home}`, { hint: "--dir names a config home" });
  }
  return dir;
}

export function sessionPath(io: Io, flags: DirFlag, name: string): string {
  return findSession(name, { homes: homesOf(io, flags), cwd: io.cwd });
}

/** The rules of the version that `--as` names, else of the newest known. */
export function rulesOf({ as }: AsFlag): ReplayRules {
  const rules = as === undefined ? newestRules : rulesFor(as);
  if (rules !== undefined) return rules;
  throw new WorldError("bad-argument", `${JSON.stringify(as)} is not a client version`, {
    hint: "name one like 2.1.45",
  });
}

/** One line of what went wrong with one of several things; the others go on. */
export function sayError(io: Io, error: WorldError): void {
  io.err(`clew: ${sanitizeLine(error.message)} (${sanitizeLine(error.hint)})\n`);
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
