// An intent and the work that makes its files -> all of it done, or nothing of it there; what a kill interrupts, the intent tells.
import { dirname } from "node:path";
import { appendLineage, isInLineage } from "../lineage.ts";
import type { LineageRecord } from "../lineage-record.ts";
import { systemCode } from "../world-error.ts";
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
  let record: LineageRecord | undefined;
  let isIrrevocable = false;
  try {
    storeIntent(world, intent);
    record = make(onMade);
    storeRecord(world, intent, record);
    for (const main of intent.mains) publish(world.disk, main, onMade);
    for (const folder of foldersOf(intent.mains)) syncFolder(world.disk, folder);
    const [first] = intent.mains.length === 0 ? intent.takes : [];
    if (first !== undefined) take(world.disk, first, () => void (isIrrevocable = true));
    appendLineage(world, record);
  } catch (error) {
    const told = writeError(error, "write");
    // The line is in the history and only its sync failed: the operation is done, and the next run tidies up.
    if (record !== undefined && told instanceof Error && hasLine(world, record))
      return { record, untidy: told.message };
    if (isIrrevocable) throw unfinishedError(told, undefined);
    throw rolledBack(told, () => takeBack(world, intent, ({ path }) => made.has(path)));
  }
  return { record, ...untidy(() => tidy(world, intent)) };
}

/** False where the history cannot be read: then the operation is undone, now or by the next run. */
function hasLine(world: World, { op }: LineageRecord): boolean {
  try {
    return isInLineage(world, op);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

/** All is done: what is left can wait. */
export function untidy(work: () => void): { readonly untidy?: string } {
  try {
    work();
    return {};
  } catch (error) {
    const told = writeError(error, "tidy up");
    if (told instanceof Error) return { untidy: told.message };
    throw told;
  }
}

/** The error to throw when `work` has undone what was begun, or could not. */
export function rolledBack(error: unknown, work: () => void): unknown {
  try {
    work();
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
    const original = making.source ?? originals.get(making.path);
    if (original !== undefined && disk.look(original) === undefined) {
      dropSecondName(disk, making);
      continue;
    }
    if (isOurs(making) || isOneFile(disk, making.path, making.temp)) removeIfThere(disk, making.path);
    removeIfThere(disk, making.temp);
  }
  removeEmptyFolders(disk, intent.folders);
  dropIntent(world, intent);
}

function dropSecondName(disk: Disk, { path, temp, source }: Making): void {
  if (path !== temp && (source !== undefined || isOneFile(disk, path, temp))) removeIfThere(disk, temp);
}

/** What another run left half done after the point of no return. */
export function finish(world: World, intent: Intent, record: LineageRecord): void {
  for (const main of intent.mains) {
    if (world.disk.look(main.temp) === undefined) continue;
    if (world.disk.look(main.path) === undefined) publish(world.disk, main, () => undefined);
  }
  for (const folder of foldersOf(intent.mains)) syncFolder(world.disk, folder);
  if (!isInLineage(world, record.op)) appendLineage(world, record);
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
  dropIntent(world, intent);
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
