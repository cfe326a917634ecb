// A folder that holds a session -> its files where they stood, moved there or copied; a file that stands there already is never touched.
import { dirname, join } from "node:path";
import { ownOwner } from "./liveness-process.ts";
import type { LineageFile, LineageRecord } from "./lineage-record.ts";
import { hashFile, steadyChunks } from "./rewrite/copies.ts";
import { makeFolders, missingFolders, syncFolder } from "./rewrite/folders.ts";
import { holdFile } from "./rewrite/hold-file.ts";
import type { Making } from "./rewrite/intent.ts";
import { type HeldFile, manifestPath, readHeldFolders } from "./rewrite/manifest.ts";
import { giveBackMode } from "./rewrite/old-facts.ts";
import { type CarriedOut, carryOut, foldersOf } from "./rewrite/operation.ts";
import { writeNewFile } from "./rewrite/output-file.ts";
import { publish } from "./rewrite/publish.ts";
import { tempNames } from "./rewrite/rewrite-plan.ts";
import { nearestFolder, refuseWithoutSpace } from "./rewrite/space.ts";
import type { World } from "./rewrite/world.ts";
import { WorldError } from "./world-error.ts";

export type PutBackJob = {
  readonly folder: string;
  readonly files: readonly HeldFile[];
  /** `move`: with its old time, and nothing stays in the folder. `copy`: with a fresh time, and all stays. */
  readonly by: "move" | "copy";
  readonly command: string;
  readonly args: readonly string[];
  readonly undoes?: string;
};

/** What stands in the way, or is gone, is told; nothing is changed. */
export function refusePutBack(job: Held, world: World): void {
  filesToPutBack(job, world);
}

/** The same, with what would be put back. */
export const filesToPutBack = (job: Held, world: World): readonly HeldFile[] =>
  wantedOf(job, tempNames("none"), world).map(({ file }) => file);

export function putBack(job: PutBackJob, world: World): CarriedOut {
  const { disk } = world;
  const op = world.newUuid();
  const wanted = wantedOf(job, tempNames(op), world);
  refuseWithoutSpace(
    disk,
    wanted.map((one) => ({
      folder: dirname(one.making.path),
      bytes: isLinked(one, job, world) ? 0 : one.file.sizeBytes,
    })),
  );
  const isLog = ({ file }: Placed): boolean => file.role === "session";
  const makings = wanted.map(({ making }) => making);
  const oldFolders = job.by === "move" ? readHeldFolders(disk, job.folder) : [];
  const places = new Set([...foldersOf(makings), ...oldFolders.map(({ path }) => path)]);
  const folders = [...new Set([...places].flatMap((path) => missingFolders(disk, path)))];
  const intent = {
    op,
    owner: ownOwner(world.processes),
    startedMs: world.nowMs(),
    mains: wanted.filter(isLog).map(({ making }) => making),
    files: wanted.filter((one) => !isLog(one)).map(({ making }) => making),
    folders,
    // One that stands there by now is as somebody wants it.
    oldFolders: oldFolders.filter(({ path }) => folders.includes(path)),
    ...(job.by === "move" ? emptying(job, wanted, world) : { takes: [], emptied: [] }),
  };
  return carryOut(world, intent, (onMade) => {
    for (const folder of places) makeFolders(disk, folder);
    const results = wanted.flatMap((one) => [...place({ one, by: job.by, onMade }, world)]);
    for (const folder of foldersOf(intent.files)) syncFolder(disk, folder);
    return recordOf({ job, op, results }, world);
  });
}

/** A second name takes no space; from another disk it is a copy. */
function isLinked({ from, making }: Placed, { by }: PutBackJob, { disk }: World): boolean {
  const device = disk.look(nearestFolder(disk, dirname(making.path)))?.device;
  return by === "move" && disk.look(from)?.device === device;
}

type Placed = { readonly file: HeldFile; readonly from: string; readonly making: Making };
type Held = Pick<PutBackJob, "folder" | "files">;
type Names = { readonly job: Held; readonly temp: (path: string) => string };

const wantedOf = (job: Held, temp: Names["temp"], world: World): readonly Placed[] =>
  job.files.flatMap((file) => (isThereAlready(file, world) ? [] : [placed(file, { job, temp }, world)]));

/** The client leaves some sidecars behind when it deletes a session: those need no putting back. */
function isThereAlready(file: HeldFile, { disk }: World): boolean {
  if (disk.look(file.path) === undefined) return false;
  if (file.role === "sidecar" && hashFile(disk, file.path).sha256 === file.sha256) return true;
  throw new WorldError("exists", `${file.path} exists already, and nothing is ever written over`, {
    hint: "what is there stays; to have the other one instead, move it away first",
  });
}

function placed(file: HeldFile, { job, temp }: Names, { disk }: World): Placed {
  const from = join(job.folder, file.name);
  if (disk.look(from)?.kind !== "file")
    throw new WorldError("not-found", `${from} is gone, so ${file.path} cannot be put back`, {
      hint: "look for it in a backup of clew's data folder",
    });
  // What a client went on writing to in the trash is worth more than the hash of what it was.
  const sha256 = hashFile(disk, from).sha256;
  return { file: { ...file, sha256 }, from, making: { path: file.path, temp: temp(file.path), sha256 } };
}

type Placing = { readonly one: Placed; readonly by: PutBackJob["by"]; readonly onMade: (path: string) => void };

/** Session logs stay under their passing names until all the rest is there. */
function* place({ one: { file, from, making }, by, onMade }: Placing, { disk }: World): Generator<LineageFile> {
  const { path, sessionId, sha256, sizeBytes, modifiedNs, mode } = file;
  if (by === "move") {
    holdFile(disk, { from, to: making.temp, sha256, modifiedNs });
    giveBackMode(disk, { path: making.temp, mode });
  } else writeNewFile(disk, making.temp, steadyChunks(disk, from));
  if (file.role === "session") yield { path, sessionId, sha256, sizeBytes };
  else publish(disk, making, onMade);
}

/** All that the folder holds goes when it stands at its place again. */
function emptying({ folder, files }: PutBackJob, wanted: readonly Placed[], { disk }: World) {
  const hashes = new Map(wanted.map(({ from, file }) => [from, file.sha256]));
  const folders = new Set([folder]);
  for (const { name } of files)
    for (let at = dirname(join(folder, name)); at.length > folder.length; at = dirname(at)) folders.add(at);
  const manifest = manifestPath(folder);
  const { sha256 } = hashFile(disk, manifest);
  return {
    takes: [
      ...files.map(({ name, path: held, sha256: listed }) => {
        const path = join(folder, name);
        return { path, held, sha256: hashes.get(path) ?? listed };
      }),
      // The list goes last, and nothing else is needed for it to go.
      { path: manifest, held: manifest, sha256 },
    ],
    emptied: [...folders],
  };
}

type Done = { readonly job: PutBackJob; readonly op: string; readonly results: readonly LineageFile[] };

function recordOf({ job, op, results }: Done, { nowMs }: World): LineageRecord {
  return {
    op,
    time: new Date(nowMs()).toISOString(),
    command: job.command,
    args: job.args,
    sources: results,
    results,
    ...(job.by === "copy" ? { hold: job.folder } : {}),
    ...(job.undoes === undefined ? {} : { undoes: job.undoes }),
  };
}
