// An intent and the work that makes its files -> all of it done, or nothing of it there; what a kill interrupts, the intent tells.
import { dirname } from "node:path";
import { appendLineage, readLineage } from "../lineage.ts";
import type { LineageRecord } from "../lineage-record.ts";
import { changedMeanwhile, hashFile } from "./copies.ts";
import type { Disk } from "./disk.ts";
import { removeEmptyFolders, removeIfThere, syncFolder } from "./folders.ts";
import { type Intent, type Making, type Taking, dropIntent, storeIntent, storeRecord } from "./intent.ts";
import { giveBackFacts, openFolders } from "./old-facts.ts";
import { publish } from "./publish.ts";
import type { World } from "./world.ts";
import { unfinishedError, writeError } from "./write-error.ts";

/** Writes every file of the intent, session logs under their passing names only, and says what will have been done. */
export type Make = (onMade: (path: string) => void) => LineageRecord;

export type CarriedOut = {
  readonly record: LineageRecord;
  /** All is done but the last tidying up, which the next run does; why. */
  readonly untidy?: string;
};

export function carryOut(world: World, intent: Intent, make: Make): CarriedOut {
  const made = new Set<string>();
  const onMade = (path: string): void => void made.add(path);
  let record: LineageRecord;
  let isIrrevocable = false;
  try {
    storeIntent(world, intent);
    record = make(onMade);
    storeRecord(world, record);
    for (const main of intent.mains) publish(world.disk, main, onMade);
    for (const folder of foldersOf(intent.mains)) syncFolder(world.disk, folder);
    const [first] = intent.mains.length === 0 ? intent.takes : [];
    if (first !== undefined) take(world.disk, first, () => void (isIrrevocable = true));
    appendLineage(world, record);
  } catch (error) {
    const told = writeError(error, "write");
    if (isIrrevocable) throw unfinishedError(told, undefined);
    throw rolledBack(world, { intent, made }, told);
  }
  return { record, ...untidy(() => tidy(world, intent)) };
}

/** All is done: what is left can wait. */
function untidy(work: () => void): { readonly untidy?: string } {
  try {
    work();
    return {};
  } catch (error) {
    const told = writeError(error, "tidy up");
    if (told instanceof Error) return { untidy: told.message };
    throw told;
  }
}

type Begun = { readonly intent: Intent; readonly made: ReadonlySet<string> };

function rolledBack(world: World, begun: Begun, error: unknown): unknown {
  try {
    takeBack(world, begun.intent, (making) => begun.made.has(making.path));
    return error;
  } catch (later) {
    return unfinishedError(error, later);
  }
}

/** Session logs go first: without one there is no session. The only copy of something stays, whoever made it. */
export function takeBack(world: World, intent: Intent, isOurs: (making: Making) => boolean): void {
  const { disk } = world;
  const originals = new Map(intent.takes.map(({ held, path }) => [held, path]));
  for (const making of [...intent.mains, ...intent.files]) {
    const original = originals.get(making.path);
    if (original !== undefined && disk.look(original) === undefined) continue;
    if (isOurs(making) || isOneFile(disk, making.path, making.temp)) removeIfThere(disk, making.path);
    removeIfThere(disk, making.temp);
  }
  removeEmptyFolders(disk, intent.folders);
  dropIntent(world, intent.op);
}

/** What another run left half done after the point of no return. */
export function finish(world: World, intent: Intent, record: LineageRecord): void {
  for (const main of intent.mains) {
    if (world.disk.look(main.temp) === undefined) continue;
    if (world.disk.look(main.path) === undefined) publish(world.disk, main, () => undefined);
  }
  for (const folder of foldersOf(intent.mains)) syncFolder(world.disk, folder);
  if (!readLineage(world).some(({ op }) => op === record.op)) appendLineage(world, record);
  tidy(world, intent);
}

function tidy(world: World, intent: Intent): void {
  const { disk } = world;
  for (const { temp } of [...intent.mains, ...intent.files]) removeIfThere(disk, temp);
  const { oldFolders = [] } = intent;
  openFolders(disk, oldFolders);
  for (const taking of intent.takes) take(disk, taking, () => undefined);
  removeEmptyFolders(disk, intent.emptied);
  giveBackFacts(disk, oldFolders);
  dropIntent(world, intent.op);
}

/** Only what is held for certain is removed. `onTaken` is told at once, whatever fails afterwards. */
function take(disk: Disk, { path, held, sha256 }: Taking, onTaken: () => void): void {
  if (disk.look(path) === undefined) return;
  const isHeld =
    isOneFile(disk, path, held) || (hashFile(disk, path).sha256 === sha256 && hashFile(disk, held).sha256 === sha256);
  if (!isHeld) throw changedMeanwhile(path);
  disk.remove(path);
  onTaken();
  syncFolder(disk, dirname(path));
}

function isOneFile(disk: Disk, path: string, other: string): boolean {
  const a = disk.look(path);
  const b = disk.look(other);
  return a !== undefined && b !== undefined && a.inode === b.inode && a.device === b.device;
}

export const foldersOf = (files: readonly Making[]): ReadonlySet<string> =>
  new Set(files.map(({ path }) => dirname(path)));
