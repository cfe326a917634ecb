// A session that was kept -> the session at its old place, with a fresh time so that the client does not delete it at once; the copy stays.
import { basename, join } from "node:path";
import { isUuid } from "../format/index.ts";
import { cleanUp } from "./rewrite/clean-up.ts";
import { hashFile } from "./rewrite/copies.ts";
import { type HeldFile, newestOf, readManifest } from "./rewrite/manifest.ts";
import type { CarriedOut } from "./rewrite/operation.ts";
import type { World } from "./rewrite/world.ts";
import { told } from "./rewrite/write-error.ts";
import { keptFolder } from "./keep.ts";
import { type PutBackJob, filesToPutBack, putBack } from "./put-back.ts";
import { withSessionLock } from "./session-lock.ts";
import { WorldError } from "./world-error.ts";

export type RestoreJob = { readonly sessionId: string; readonly args: readonly string[] };

export function restoreSession(job: RestoreJob, world: World): CarriedOut {
  return told("restore the session", () => restored(job, world));
}

function restored({ sessionId, args }: RestoreJob, world: World): CarriedOut {
  cleanUp(world);
  const kept = keptIn(sessionId, world);
  return withSessionLock(sessionId, world, () =>
    putBack({ ...filesOf(kept, world), by: "copy", command: "restore", args }, world),
  );
}

/** The files that `restoreSession` would make now, the log first; it refuses the same, and nothing is changed. */
export function filesToRestore(sessionId: string, world: World): readonly HeldFile[] {
  return told("restore the session", () => {
    const files = filesToPutBack(filesOf(keptIn(sessionId, world), world), world);
    return files.toSorted((a, b) => Number(b.role === "session") - Number(a.role === "session"));
  });
}

function keptIn(sessionId: string, { disk, dataDir }: World): Kept {
  const folder = isUuid(sessionId) ? keptFolder(dataDir, sessionId) : undefined;
  const all = folder === undefined ? [] : readManifest(disk, folder);
  if (folder === undefined || all.length === 0)
    throw new WorldError("unknown-session", `no session ${JSON.stringify(sessionId)} is kept in ${dataDir}`, {
      hint: "list the kept sessions, or keep one first with `clew keep SESSION`",
    });
  return { folder, all };
}

const filesOf = (kept: Kept, world: World): Pick<PutBackJob, "folder" | "files"> => ({
  folder: kept.folder,
  files: newestOf(kept.all).map((file) => asItIs(file, kept, world)),
});

type Kept = { readonly folder: string; readonly all: readonly HeldFile[] };

/** A run that was killed may have left the copy before the last one: that one is good too. */
function asItIs(file: HeldFile, { folder, all }: Kept, { disk }: World): HeldFile {
  const { sha256 } = hashFile(disk, join(folder, file.name));
  const held = all.findLast((one) => one.name === file.name && one.sha256 === sha256);
  if (held !== undefined) return held;
  throw new WorldError("changed", `the kept copy of ${basename(file.path)} is not what was kept: its hash differs`, {
    hint: `look at ${join(folder, file.name)}`,
  });
}

export type KeptSession = {
  readonly sessionId: string;
  readonly folder: string;
  /** Where its log stood, and whether one stands there. */
  readonly path: string;
  readonly isThere: boolean;
  /** The copy of its log. */
  readonly copy: string;
  readonly sizeBytes: number;
  readonly files: number;
  /** Of all files. */
  readonly totalBytes: number;
  /** When the newest of them was copied. */
  readonly keptMs: number;
};

/** What was kept last comes first. */
export function keptSessions({ disk, dataDir }: World): readonly KeptSession[] {
  const kept = disk.list(join(dataDir, "kept")).flatMap(({ name: sessionId, kind }) => {
    const folder = keptFolder(dataDir, sessionId);
    const files = kind === "folder" ? newestOf(readManifest(disk, folder)) : [];
    const log = files.find(({ role }) => role === "session");
    if (log === undefined) return [];
    const { path, name, sizeBytes } = log;
    const timeOf = ({ name: file }: { readonly name: string }): number =>
      Number(disk.look(join(folder, file))?.modifiedNs ?? 0n) / 1e6;
    return {
      sessionId,
      folder,
      path,
      isThere: disk.look(path) !== undefined,
      copy: join(folder, name),
      sizeBytes,
      files: files.length,
      totalBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
      keptMs: files.reduce((latest, file) => Math.max(latest, timeOf(file)), 0),
    };
  });
  return kept.toSorted((a, b) => b.keptMs - a.keptMs);
}
