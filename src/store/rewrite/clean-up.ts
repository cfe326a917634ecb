// The intents that other runs left behind -> finished or taken back, as far as each had come; only what an intent names is touched.
import { join, sep } from "node:path";
import { isGone } from "../liveness-process.ts";
import { dropStaleLocks } from "../session-lock.ts";
import { systemCode } from "../world-error.ts";
import { hashFile } from "./copies.ts";
import { removeIfThere } from "./folders.ts";
import { type Making, type StoredIntent, readIntents } from "./intent.ts";
import { finish, takeBack } from "./operation.ts";
import type { World } from "./world.ts";

export type CleanUp = {
  readonly finished: readonly string[];
  readonly takenBack: readonly string[];
  /** What could not be cleaned up now, and why. */
  readonly left: readonly { readonly op: string; readonly why: string }[];
};

/** A writer that cannot be seen from here is waited for this long. */
const elsewhereMs = 24 * 60 * 60 * 1000;

export function cleanUp(world: World): CleanUp {
  const done = cleaned(world, () => true);
  dropStaleLocks(world);
  return done;
}

/** For a run that writes nothing of a person's: only what earlier such runs left in clew's own folder goes. */
export function cleanUpRehearsals(world: World): void {
  const folder = join(rehearsalFolder(world), sep);
  cleaned(
    world,
    ({ intent: { mains, takes, files } }) =>
      mains.length === 0 && takes.length === 0 && files.every(({ path }) => path.startsWith(folder)),
  );
}

export const rehearsalFolder = ({ dataDir }: World): string => join(dataDir, "rehearsal");

function cleaned(world: World, isWanted: (stored: StoredIntent) => boolean): CleanUp {
  const finished: string[] = [];
  const takenBack: string[] = [];
  const left: { readonly op: string; readonly why: string }[] = [];
  for (const stored of readIntents(world)) {
    if ("unfinished" in stored) {
      dropUnfinished(world, stored.unfinished);
      continue;
    }
    const { op } = stored.intent;
    if (!isWanted(stored) || !isAbandoned(world, stored)) continue;
    try {
      (settle(world, stored) === "finished" ? finished : takenBack).push(op);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      left.push({ op, why: error.message });
    }
  }
  return { finished, takenBack, left };
}

/** A minute: its writer may just be writing it. */
const unfinishedMs = 60_000;

function dropUnfinished({ disk, nowMs }: World, path: string): void {
  const modifiedNs = disk.look(path)?.modifiedNs;
  if (modifiedNs !== undefined && nowMs() - Number(modifiedNs / 1_000_000n) > unfinishedMs) removeIfThere(disk, path);
}

function isAbandoned({ processes, nowMs }: World, { intent }: StoredIntent): boolean {
  const gone = isGone(intent.owner, processes);
  return gone === "not-known" ? nowMs() - intent.startedMs > elsewhereMs : gone;
}

/** A session log that stands there, or has been taken away, is the point of no return. */
function settle(world: World, { intent, record }: StoredIntent): "finished" | "taken-back" {
  const { disk } = world;
  const isPublished = intent.mains.some(({ path }) => disk.look(path) !== undefined);
  const isTaken = intent.mains.length === 0 && intent.takes.some(({ path }) => disk.look(path) === undefined);
  if (record !== undefined && (isPublished || isTaken)) {
    finish(world, intent, record);
    return "finished";
  }
  takeBack(world, intent, (making) => isOurs(world, making));
  return "taken-back";
}

/** A new session's files are ours by their names; what was put back is told by its content. */
function isOurs({ disk }: World, { path, sha256 }: Making): boolean {
  if (sha256 === undefined) return true;
  try {
    return hashFile(disk, path).sha256 === sha256;
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return false;
    throw error;
  }
}
