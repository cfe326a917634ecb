// Sessions -> clew's trash, with everything that belongs to them and a list of it; held there before it is taken away here, and never deleted.
import { dirname, join } from "node:path";
import { type InUsePolicy, livenessNow, livenessOf, refuseInUse } from "./liveness.ts";
import { ownOwner } from "./liveness-process.ts";
import type { LineageRecord } from "./lineage-record.ts";
import { cleanUp } from "./rewrite/clean-up.ts";
import { type Hashed, hashFile } from "./rewrite/copies.ts";
import { makeFolders, missingFolders, syncFolder } from "./rewrite/folders.ts";
import { holdFile } from "./rewrite/hold-file.ts";
import type { Making } from "./rewrite/intent.ts";
import { type HeldFile, folderRecord, manifestPath, manifestRecord } from "./rewrite/manifest.ts";
import type { OldFacts } from "./rewrite/old-facts.ts";
import { type CarriedOut, carryOut, foldersOf } from "./rewrite/operation.ts";
import { writeNewFile } from "./rewrite/output-file.ts";
import { publish } from "./rewrite/publish.ts";
import { makingAt, tempNames } from "./rewrite/rewrite-plan.ts";
import { type SessionFiles, type SessionPart, sessionFiles } from "./rewrite/session-files.ts";
import { refuseWithoutSpace } from "./rewrite/space.ts";
import type { World } from "./rewrite/world.ts";
import { told } from "./rewrite/write-error.ts";
import { withSessionLock } from "./session-lock.ts";

export type TrashJob = {
  readonly command: string;
  readonly args: readonly string[];
  readonly paths: readonly string[];
  readonly inUse: InUsePolicy;
  readonly undoes?: string;
};

export function moveToTrash(job: TrashJob, world: World): CarriedOut {
  return told("move to the trash", () => moved(job, world));
}

function moved(job: TrashJob, world: World): CarriedOut {
  cleanUp(world);
  const sessions = job.paths.map((path) => sessionFiles(path, world));
  const ids = [...new Set(sessions.map(({ place }) => place.sessionId))];
  // Of two that take the same session away, one would hold what the other has put there.
  return withLocks(ids, world, () => movedAlone(job, sessions, world));
}

function withLocks<T>([first, ...others]: readonly string[], world: World, work: () => T): T {
  return first === undefined ? work() : withSessionLock(first, world, () => withLocks(others, world, work));
}

function movedAlone(job: TrashJob, sessions: readonly SessionFiles[], world: World): CarriedOut {
  const op = world.newUuid();
  const folder = join(world.dataDir, "trash", op);
  const temp = tempNames(op);
  for (const { look } of sessions) refuseInUse(livenessNow(look, world), look, job.inUse);
  const held = sessions.flatMap((session) =>
    session.files.map((part) => heldOf(part, { session, folder, temp }, world)),
  );
  const folders = sessions.flatMap((session) => session.folders.flatMap((path) => oldFacts(path, world)));
  const manifest = makingAt(manifestPath(folder), temp);
  const makings = [...held.map(({ making }) => making), manifest];
  refuseWithoutSpace(world.disk, needsOf(held, world));
  const intent = {
    op,
    owner: ownOwner(world.processes),
    startedMs: world.nowMs(),
    mains: [],
    files: makings,
    folders: [...new Set(makings.flatMap(({ path }) => missingFolders(world.disk, dirname(path))))],
    // Logs first: as soon as one is gone there is no way back.
    takes: [...held]
      .sort((a, b) => rank(a.file) - rank(b.file))
      .map(({ file, making }) => ({ path: file.path, held: making.path, sha256: file.sha256 })),
    emptied: sessions.flatMap((session) => session.folders),
    oldFolders: folders,
  };
  return carryOut(world, intent, (onMade) => {
    hold({ held, folders, manifest, onMade }, world);
    for (const { look } of sessions) refuseInUse(livenessOf(look, world), look, job.inUse);
    return recordOf({ job, op, folder, held }, world);
  });
}

const rank = ({ role }: HeldFile): number => (role === "session" ? 0 : 1);

type Held = { readonly file: HeldFile; readonly making: Making; readonly facts: Hashed["facts"] };
type Place = { readonly session: SessionFiles; readonly folder: string; readonly temp: (path: string) => string };

function heldOf(part: SessionPart, { session, folder, temp }: Place, { disk }: World): Held {
  const { sha256, facts } = hashFile(disk, part.path);
  const file: HeldFile = {
    path: part.path,
    name: part.name,
    role: part.role,
    sessionId: session.place.sessionId,
    sha256,
    sizeBytes: facts.sizeBytes,
    modifiedNs: facts.modifiedNs,
    originalBytes: facts.sizeBytes,
    mode: facts.mode,
  };
  return { file, making: makingAt(join(folder, part.name), temp), facts };
}

/** A second name takes no space. */
function needsOf(held: readonly Held[], { disk, dataDir }: World): Parameters<typeof refuseWithoutSpace>[1] {
  const parent = missingFolders(disk, dataDir)[0];
  const device = disk.look(parent === undefined ? dataDir : dirname(parent))?.device;
  return held
    .filter(({ facts }) => facts.device !== device)
    .map(({ facts }) => ({ folder: dataDir, bytes: facts.sizeBytes }));
}

function oldFacts(path: string, { disk }: World): readonly OldFacts[] {
  const facts = disk.look(path);
  return facts === undefined ? [] : [{ path, mode: facts.mode, modifiedNs: facts.modifiedNs }];
}

type Holding = {
  readonly held: readonly Held[];
  readonly folders: readonly OldFacts[];
  readonly manifest: Making;
  readonly onMade: (path: string) => void;
};

function hold({ held, folders, manifest, onMade }: Holding, { disk }: World): void {
  const makings = [...held.map(({ making }) => making), manifest];
  for (const folder of foldersOf(makings)) makeFolders(disk, folder);
  for (const { file, making } of held) {
    holdFile(disk, { from: file.path, to: making.temp, sha256: file.sha256, modifiedNs: file.modifiedNs });
    publish(disk, making, onMade);
  }
  const records = [...held.map(({ file }) => manifestRecord(file)), ...folders.map(folderRecord)];
  writeNewFile(disk, manifest.temp, [Buffer.from(records.map((one) => `${JSON.stringify(one)}\n`).join(""))]);
  publish(disk, manifest, onMade);
  for (const folder of foldersOf(makings)) syncFolder(disk, folder);
}

type Done = { readonly job: TrashJob; readonly op: string; readonly folder: string; readonly held: readonly Held[] };

function recordOf({ job, op, folder, held }: Done, { nowMs }: World): LineageRecord {
  return {
    op,
    time: new Date(nowMs()).toISOString(),
    command: job.command,
    args: job.args,
    sources: held
      .filter(({ file }) => file.role === "session")
      .map(({ file: { path, sessionId, sha256, sizeBytes } }) => ({ path, sessionId, sha256, sizeBytes })),
    results: [],
    hold: folder,
    ...(job.undoes === undefined ? {} : { undoes: job.undoes }),
  };
}
