// The intents that killed runs left behind -> finished or undone, as far as each had come; only what an intent names is touched.
import { basename, join, sep } from "node:path";
import { isGone } from "../liveness-process.ts";
import { markedOwner } from "../owner-mark.ts";
import { dropStaleLocks } from "../session-lock.ts";
import { titledRecord } from "../titles.ts";
import { systemCode } from "../world-error.ts";
import { hashFile } from "./copies.ts";
import { removeIfThere } from "./folders.ts";
import { type Making, type StoredIntent, intentOwner, isPastReturn, readIntents, takeOver } from "./intent.ts";
import { finish, takeBack } from "./operation.ts";
import type { World } from "./world.ts";
import { told } from "./write-error.ts";

export type CleanUp = {
  readonly finished: readonly string[];
  readonly takenBack: readonly string[];
  /** What could not be cleaned up now, and why. */
  readonly left: readonly { readonly op: string; readonly why: string }[];
};

/** A writer that cannot be seen from here is waited for this long. */
const elsewhereMs = 24 * 60 * 60 * 1000;

/** Every operation that writes begins with this. Operations of running processes are left alone and not waited for. */
export function cleanUp(world: World): CleanUp {
  return told("settle what a killed run left", () => {
    const done = cleaned(world, () => true);
    dropStaleLocks(world);
    return done;
  });
}

/** For a run that writes nothing of a person's: only what earlier such runs left in clew's own folder goes. */
export function cleanUpRehearsals(world: World): void {
  const folder = join(rehearsalFolder(world), sep);
  cleaned(
    world,
    ({ intent: { mains, takes, files } }) =>
      mains.length === 0 &&
      takes.length === 0 &&
      files.length > 0 &&
      files.every(({ path }) => path.startsWith(folder)),
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
      const own = takeOver(world, stored);
      if (own !== undefined) (settle(world, own) === "finished" ? finished : takenBack).push(op);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      left.push({ op, why: error.message });
    }
  }
  return { finished, takenBack, left };
}

/** Older versions wrote no owner into the name: after a minute such a file has no writer any more. */
const unmarkedMs = 60_000;

function dropUnfinished({ disk, nowMs, processes }: World, path: string): void {
  const owner = markedOwner(basename(path), processes);
  const gone = owner === undefined ? "not-known" : isGone(owner, processes);
  const modifiedNs = disk.look(path)?.modifiedNs;
  const oldMs = owner === undefined ? unmarkedMs : elsewhereMs;
  const isOld = modifiedNs !== undefined && nowMs() - Number(modifiedNs / 1_000_000n) > oldMs;
  if (gone === "not-known" ? isOld : gone) removeIfThere(disk, path);
}

function isAbandoned(world: World, stored: StoredIntent): boolean {
  const gone = isGone(intentOwner(world, stored), world.processes);
  return gone === "not-known" ? world.nowMs() - stored.intent.startedMs > elsewhereMs : gone;
}

function settle(world: World, stored: StoredIntent): "finished" | "taken-back" {
  const { intent } = stored;
  const record = isPastReturn(world, stored) ? stored.record : titledRecord(world, stored.record);
  if (record !== undefined) {
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
