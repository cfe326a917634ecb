// A kept copy -> clew's trash, so that the keeping of it is undone; the session itself is not touched, and nothing is deleted.
import { dirname, join } from "node:path";
import { ownOwner } from "./liveness-process.ts";
import type { LineageFile, LineageRecord } from "./lineage-record.ts";
import { hashFile } from "./rewrite/copies.ts";
import { makeFolders, missingFolders, syncFolder } from "./rewrite/folders.ts";
import { holdFile } from "./rewrite/hold-file.ts";
import { manifestPath, newestOf, readManifest } from "./rewrite/manifest.ts";
import { type CarriedOut, carryOut, foldersOf } from "./rewrite/operation.ts";
import { publish } from "./rewrite/publish.ts";
import { makingAt, tempNames } from "./rewrite/rewrite-plan.ts";
import type { World } from "./rewrite/world.ts";
import { withSessionLock } from "./session-lock.ts";
import { WorldError } from "./world-error.ts";

export type ReleaseJob = {
  readonly folder: string;
  readonly sources: readonly LineageFile[];
  readonly command: string;
  readonly args: readonly string[];
  readonly undoes: string;
};

export function releaseKept(job: ReleaseJob, world: World): CarriedOut {
  const { disk } = world;
  const { folder } = job;
  return withSessionLock(job.sources[0]?.sessionId ?? job.undoes, world, () => {
    const kept = newestOf(readManifest(disk, folder)).filter(({ name }) => disk.look(join(folder, name)) !== undefined);
    if (kept.length === 0)
      throw new WorldError("not-found", `${folder} holds no copy any more`, { hint: "there is nothing to undo" });
    const op = world.newUuid();
    const temp = tempNames(op);
    const hold = join(world.dataDir, "trash", op);
    const parts = [...kept.map(({ name }) => join(folder, name)), manifestPath(folder)].map((from) => ({
      from,
      ...hashFile(disk, from),
      making: makingAt(join(hold, from.slice(folder.length)), temp),
    }));
    const makings = parts.map(({ making }) => making);
    const intent = {
      op,
      owner: ownOwner(world.processes),
      startedMs: world.nowMs(),
      mains: [],
      files: makings,
      folders: [...new Set(makings.flatMap(({ path }) => missingFolders(disk, dirname(path))))],
      takes: parts.map(({ from, making, sha256 }) => ({ path: from, held: making.path, sha256 })),
      emptied: [...new Set(parts.flatMap(({ from }) => foldersUpTo(folder, from)))],
    };
    return carryOut(world, intent, (onMade) => {
      for (const made of foldersOf(makings)) makeFolders(disk, made);
      for (const { from, making, sha256, facts } of parts) {
        holdFile(disk, { from, to: making.temp, sha256, modifiedNs: facts.modifiedNs });
        publish(disk, making, onMade);
      }
      for (const made of foldersOf(makings)) syncFolder(disk, made);
      return recordOf({ job, op, hold }, world);
    });
  });
}

function foldersUpTo(top: string, path: string): readonly string[] {
  const folders = [top];
  for (let at = dirname(path); at.length > top.length; at = dirname(at)) folders.push(at);
  return folders;
}

type Done = { readonly job: ReleaseJob; readonly op: string; readonly hold: string };

function recordOf({ job, op, hold }: Done, { nowMs }: World): LineageRecord {
  const { command, args, undoes, sources } = job;
  return { op, time: new Date(nowMs()).toISOString(), command, args, sources, results: [], hold, undoes };
}
