// A session -> the right to change what belongs to it, for one process at a time; a lock whose owner is gone is taken over.
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { isUuid, numberField, stringField, parsedObject } from "../format/index.ts";
import { type Owner, isGone, ownOwner } from "./liveness-process.ts";
import { markedOwner, ownerMark } from "./owner-mark.ts";
import { makeFolders, removeIfThere } from "./rewrite/folders.ts";
import { writeNewFile } from "./rewrite/output-file.ts";
import { readWhole } from "./rewrite/read-whole.ts";
import type { World } from "./rewrite/world.ts";
import { writeError } from "./rewrite/write-error.ts";
import { WorldError, systemCode } from "./world-error.ts";

/** Does not wait: whoever else works on the session is told of. */
export function withSessionLock<T>(sessionId: string, world: World, work: () => T): T {
  const { disk, dataDir, processes } = world;
  const folder = join(dataDir, "locks");
  const path = join(folder, `${lockName(sessionId)}.lock`);
  const owner = ownOwner(processes);
  const mine = `${path}.${ownerMark(owner)}.${world.newUuid()}`;
  try {
    makeFolders(disk, folder);
    // Written in full before it gets the name that counts.
    writeNewFile(disk, mine, [Buffer.from(JSON.stringify(owner))]);
    claim({ path, mine, sessionId }, world);
  } catch (error) {
    throw writeError(error, `lock ${sessionId}`);
  } finally {
    removeIfThere(disk, mine);
  }
  try {
    return work();
  } finally {
    removeIfThere(disk, path);
  }
}

/** An id that a log made up is never joined into a path. */
function lockName(sessionId: string): string {
  return isUuid(sessionId) ? sessionId.toLowerCase() : createHash("sha256").update(sessionId).digest("hex");
}

type Claim = { readonly path: string; readonly mine: string; readonly sessionId: string };

function claim({ path, mine, sessionId }: Claim, world: World): void {
  if (linked(mine, path, world)) return;
  const holder = ownerAt(path, world);
  if (dropStale(path, world) && linked(mine, path, world)) return;
  throw new WorldError(
    "in-use",
    `another run of clew works on ${sessionId}${holder ? ` (process ${holder.pid})` : ""}`,
    {
      hint: `wait until it is done; if there is none, remove ${path}`,
    },
  );
}

/** Whether a lock was there whose owner is gone. It is moved away and looked at again: somebody may have been quicker. */
function dropStale(path: string, world: World): boolean {
  const isStale = (at: string): boolean => {
    const owner = ownerAt(at, world);
    return owner !== undefined && isGone(owner, world.processes) === true;
  };
  if (!isStale(path)) return false;
  const aside = `${path}.${world.newUuid()}`;
  if (!isMoved(path, aside, world)) return false;
  const wasStale = isStale(aside);
  if (!wasStale) linked(aside, path, world);
  removeIfThere(world.disk, aside);
  return wasStale;
}

/** False where another process was quicker. */
function isMoved(from: string, to: string, { disk }: World): boolean {
  try {
    disk.rename(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Locks that a killed run left behind, whole or not. */
export function dropStaleLocks(world: World): void {
  const { disk, dataDir } = world;
  for (const { name, kind } of disk.list(join(dataDir, "locks"))) {
    if (kind !== "file") continue;
    const path = join(dataDir, "locks", name);
    if (isTornAndStale(path, world)) removeIfThere(disk, path);
    else dropStale(path, world);
  }
}

/** Older versions wrote no owner into the name: a lock is written within this time. */
const unmarkedMs = 60_000;

/** Nobody else uses the name of a lock that was never finished: it can be removed at once. */
function isTornAndStale(path: string, world: World): boolean {
  const modifiedNs = world.disk.look(path)?.modifiedNs;
  if (modifiedNs === undefined || ownerAt(path, world) !== undefined) return false;
  const owner = markedOwner(basename(path), world.processes);
  if (owner !== undefined) return isGone(owner, world.processes) === true;
  return world.nowMs() - Number(modifiedNs / 1_000_000n) > unmarkedMs;
}

function linked(from: string, to: string, { disk }: World): boolean {
  try {
    disk.link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

function ownerAt(path: string, { disk }: World): Owner | undefined {
  const bytes = readWhole(disk, path);
  const raw = bytes && parsedObject(Buffer.from(bytes).toString("utf8"));
  const pid = raw && numberField(raw, "pid");
  if (raw === undefined || pid === undefined) return undefined;
  return { pid, start: stringField(raw, "start"), domain: stringField(raw, "domain") };
}
