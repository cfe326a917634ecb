// A session -> a complete copy of it in the data folder, brought up to date if there is one; the session itself is only read, live or not.
import { dirname, join } from "node:path";
import { type Evidence, type Look, livenessOf } from "./liveness.ts";
import { ownOwner } from "./liveness-process.ts";
import type { LineageRecord } from "./lineage-record.ts";
import { hasHeldContent } from "./held-content.ts";
import { cleanUp } from "./rewrite/clean-up.ts";
import { appendRecord } from "./rewrite/append-record.ts";
import { makeFolders, missingFolders, syncFolder } from "./rewrite/folders.ts";
import type { Making } from "./rewrite/intent.ts";
import { type HeldFile, manifestPath, manifestRecord, newestOf, readManifest } from "./rewrite/manifest.ts";
import { carryOut } from "./rewrite/operation.ts";
import { writeNewFile } from "./rewrite/output-file.ts";
import { makingAt, tempNames } from "./rewrite/rewrite-plan.ts";
import { type SessionPart, sessionFiles } from "./rewrite/session-files.ts";
import { chunksUpTo, wholeLines } from "./rewrite/whole-lines.ts";
import { refuseWithoutSpace } from "./rewrite/space.ts";
import type { DiskFacts } from "./rewrite/disk.ts";
import type { World } from "./rewrite/world.ts";
import { told } from "./rewrite/write-error.ts";
import { withSessionLock } from "./session-lock.ts";
import { isUuid } from "../format/index.ts";
import { WorldError } from "./world-error.ts";

export type KeepJob = {
  readonly path: string;
  readonly args: readonly string[];
  /** Only told: nothing is copied. */
  readonly isDryRun?: boolean;
};

export type Kept = {
  readonly folder: string;
  readonly sessionId: string;
  readonly copied: number;
  readonly unchanged: number;
  /** Somebody may be writing to it: logs were copied up to their last whole line. */
  readonly live: readonly Evidence[];
  /** Absent when nothing had to be copied. */
  readonly record?: LineageRecord;
};

export const keptFolder = (dataDir: string, sessionId: string): string => join(dataDir, "kept", sessionId);

export function keepSession(job: KeepJob, world: World): Kept {
  return told("keep the session", () => kept(job, world));
}

function kept({ path, args, isDryRun = false }: KeepJob, world: World): Kept {
  if (!isDryRun) cleanUp(world);
  const { place, look, files } = sessionFiles(path, world);
  const { sessionId } = place;
  if (!isUuid(sessionId))
    throw new WorldError("bad-argument", `${path} has no session id to keep it by`, { hint: "name a session's log" });
  const { live, evidence } = livenessOf(look, world);
  const cut = live === "no" ? "none" : "open-tail";
  return withSessionLock<Kept>(sessionId, world, () => {
    const folder = keptFolder(world.dataDir, sessionId);
    const before = new Map(newestOf(readManifest(world.disk, folder)).map((file) => [file.name, file]));
    const states = files.map((part) => stateOf(part, { folder, before }, world));
    const changed = states.filter((state) => state.kind === "changed");
    const counts = { copied: changed.length, unchanged: files.length - changed.length };
    const report = { folder, sessionId, ...counts, live: live === "no" ? [] : evidence };
    // The next run, and every list, knows by the new time that the copy is good.
    if (!isDryRun)
      for (const state of states)
        if (state.kind === "touched") appendRecord(world.disk, manifestPath(folder), manifestRecord(state.held));
    if (changed.length === 0 || isDryRun) return report;
    return {
      ...report,
      ...copyAll({ changed, folder, sessionId, cut, args, isFirst: before.size === 0, look }, world),
    };
  });
}

type Changed = { readonly kind: "changed"; readonly part: SessionPart; readonly facts: DiskFacts };
/** `touched`: another time and the same content, as of a session that was put back. */
type PartState = Changed | { readonly kind: "same" } | { readonly kind: "touched"; readonly held: HeldFile };
type Known = { readonly folder: string; readonly before: ReadonlyMap<string, HeldFile> };

function stateOf(part: SessionPart, { folder, before }: Known, { disk }: World): PartState {
  const facts = disk.look(part.path);
  if (facts === undefined) return { kind: "same" };
  const held = before.get(part.name);
  const isHeld = held !== undefined && disk.look(join(folder, part.name))?.sizeBytes === held.sizeBytes;
  if (!isHeld || held.originalBytes !== facts.sizeBytes) return { kind: "changed", part, facts };
  const { modifiedNs } = facts;
  if (held.modifiedNs === modifiedNs) return { kind: "same" };
  return hasHeldContent(disk, part.path, held)
    ? { kind: "touched", held: { ...held, path: part.path, modifiedNs } }
    : { kind: "changed", part, facts };
}

type Copying = {
  readonly changed: readonly Changed[];
  readonly folder: string;
  readonly sessionId: string;
  readonly cut: "none" | "open-tail";
  readonly args: readonly string[];
  readonly isFirst: boolean;
  readonly look: Look;
};

function copyAll(copying: Copying, world: World): { readonly record: LineageRecord } {
  const { changed, folder } = copying;
  const { disk } = world;
  const op = world.newUuid();
  const temp = tempNames(op);
  const named = changed.map((one) => ({ ...one, temp: temp(join(folder, one.part.name)) }));
  const folders = new Set(named.flatMap((one) => missingFolders(disk, dirname(one.temp))));
  refuseWithoutSpace(disk, [{ folder, bytes: changed.reduce((sum, { facts }) => sum + facts.sizeBytes, 0) }]);
  const intent = {
    op,
    owner: ownOwner(world.processes),
    startedMs: world.nowMs(),
    mains: [],
    files: copying.isFirst
      ? firstFiles(named, copying, temp)
      : named.map((one) => ({ path: one.temp, temp: one.temp })),
    folders: [...folders],
    takes: [],
    emptied: [],
  };
  return carryOut(world, intent, (onMade) => {
    onMade(manifestPath(folder));
    const held = named.map((one) => copyPart(one, { copying, onMade }, world));
    return recordOf({ copying, held, op }, world);
  });
}

type Named = Changed & { readonly temp: string };

/**
 * A first copy that was not finished is removed, as long as its session is there to be kept again. Of a later copy only
 * temporary files are removed: every file under its own name is whole, and the older one is gone.
 */
function firstFiles(
  named: readonly Named[],
  { folder, look }: Copying,
  tempOf: (path: string) => string,
): readonly Making[] {
  return [
    ...named.map(({ part, temp }) => ({ path: join(folder, part.name), temp, source: part.path })),
    { ...makingAt(manifestPath(folder), tempOf), source: look.place.path },
  ];
}

type Part = { readonly copying: Copying; readonly onMade: (path: string) => void };

/** The list names what a copy will be before it takes the place of the older one: each of both is known to it. */
function copyPart({ part, facts, temp }: Named, { copying, onMade }: Part, { disk }: World): HeldFile {
  const { folder, sessionId, cut } = copying;
  const target = join(folder, part.name);
  makeFolders(disk, dirname(target));
  const chunks = chunksUpTo(disk, part.path, facts);
  const { sha256, sizeBytes } = writeNewFile(
    disk,
    temp,
    cut === "open-tail" && part.isLog ? wholeLines(chunks) : chunks,
  );
  const file: HeldFile = {
    path: part.path,
    name: part.name,
    role: part.role,
    sessionId,
    sha256,
    sizeBytes,
    modifiedNs: facts.modifiedNs,
    originalBytes: facts.sizeBytes,
  };
  appendRecord(disk, manifestPath(folder), manifestRecord(file));
  disk.rename(temp, target);
  onMade(target);
  syncFolder(disk, dirname(target));
  return file;
}

type Done = { readonly copying: Copying; readonly held: readonly HeldFile[]; readonly op: string };

function recordOf({ copying, held, op }: Done, { nowMs }: World): LineageRecord {
  const log = held.find(({ role }) => role === "session");
  const { path } = copying.look.place;
  const { sessionId } = copying;
  return {
    op,
    time: new Date(nowMs()).toISOString(),
    command: copying.isFirst ? "keep" : "keep-again",
    args: copying.args,
    sources: [{ path, sessionId, sha256: log?.sha256 ?? "", sizeBytes: log?.sizeBytes ?? 0 }],
    results: [],
    hold: copying.folder,
  };
}
