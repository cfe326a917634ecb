// The data folder -> whether a session's log is kept as it is now; each list of a copy is read once, and again when it changed.
import { join } from "node:path";
import { type HeldFile, manifestPath, newestOf, readManifest } from "./rewrite/manifest.ts";
import { hasHeldContent } from "./held-content.ts";
import { keptFolder } from "./keep.ts";
import type { World } from "./rewrite/world.ts";

type Log = { readonly sizeBytes: number; readonly modifiedMs: number };
export type IsKept = (sessionId: string, log: Log) => boolean;

/** A file that is newer than its copy, and whether it is the same all the same. */
type Compared = { readonly held: HeldFile; readonly modifiedMs: number; readonly isSame: boolean };
type Known = { readonly sizeBytes: number; readonly modifiedNs: bigint; readonly log: HeldFile | undefined };

/** Called for each list of sessions: it sees what is kept at that moment. */
export function keptCopies({ disk, dataDir }: Pick<World, "disk" | "dataDir">): () => IsKept {
  const known = new Map<string, Known>();

  function logIn(sessionId: string): HeldFile | undefined {
    const folder = keptFolder(dataDir, sessionId);
    const facts = disk.look(manifestPath(folder));
    if (facts === undefined) return undefined;
    const before = known.get(sessionId);
    if (before?.sizeBytes === facts.sizeBytes && before.modifiedNs === facts.modifiedNs) return before.log;
    const log = newestOf(readManifest(disk, folder)).find(({ role }) => role === "session");
    known.set(sessionId, { sizeBytes: facts.sizeBytes, modifiedNs: facts.modifiedNs, log });
    return log;
  }

  const compared = new Map<string, Compared>();

  /** A session that was put back has a fresh time: then its content is asked, once. */
  function isSameStill(held: HeldFile, { modifiedMs }: Log): boolean {
    const before = compared.get(held.path);
    if (before?.held === held && before.modifiedMs === modifiedMs) return before.isSame;
    const isSame = hasHeldContent(disk, held.path, held);
    compared.set(held.path, { held, modifiedMs, isSame });
    return isSame;
  }

  return () => {
    const folders = new Set(disk.list(join(dataDir, "kept")).map(({ name }) => name));
    return (sessionId, file) => {
      const held = folders.has(sessionId) ? logIn(sessionId) : undefined;
      if (held === undefined || held.originalBytes !== file.sizeBytes) return false;
      if (disk.look(join(keptFolder(dataDir, sessionId), held.name))?.sizeBytes !== held.sizeBytes) return false;
      // Times of files are told in fractions of a millisecond here and in whole nanoseconds there.
      const isAsNew = Number(held.modifiedNs) / 1e6 > file.modifiedMs - 1;
      return isAsNew || isSameStill(held, file);
    };
  };
}
