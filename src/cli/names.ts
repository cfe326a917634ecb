// Flags and names of a command -> the homes and files it means.
import { type OpenOptions, findSession } from "../store/index.ts";
import { formatBytes } from "../view/index.ts";
import type { DirFlag } from "./flags.ts";
import type { Io } from "./io.ts";

export function homesOf(io: Io, { dir }: DirFlag): readonly string[] {
  return dir === undefined || dir.length === 0 ? io.homes : dir;
}

export function sessionPath(io: Io, flags: DirFlag, name: string): string {
  return findSession(name, { homes: homesOf(io, flags), cwd: io.cwd });
}

/** Small files are read before anybody would look at a progress line. */
const worthShowingBytes = 64 * 1024 * 1024;

export function withProgress(io: Io): OpenOptions {
  let shownBytes = 0;
  return {
    onProgress(doneBytes, totalBytes) {
      if (totalBytes < worthShowingBytes || doneBytes - shownBytes < 16 * 1024 * 1024) return;
      shownBytes = doneBytes;
      io.progress(`reading ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`);
    },
  };
}
