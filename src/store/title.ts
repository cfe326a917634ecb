// A session and a title -> clew's own note of it, or the client's line in its log: the only append to a session's log in the program.
import { dirname } from "node:path";
import { livenessOf, lookAtSession, refuseInUse } from "./liveness.ts";
import type { LineageFile, LineageRecord, TitleChange } from "./lineage-record.ts";
import { appendLine, appendRecord } from "./rewrite/append-record.ts";
import { cleanUp } from "./rewrite/clean-up.ts";
import { hashFile } from "./rewrite/copies.ts";
import { type Intent, newIntent, storeIntent, storeRecord } from "./rewrite/intent.ts";
import { namedPlace } from "./rewrite/named-place.ts";
import { type CarriedOut, finish, rolledBack, takeBack, untidy } from "./rewrite/operation.ts";
import { refuseWithoutSpace } from "./rewrite/space.ts";
import type { World } from "./rewrite/world.ts";
import { told, writeError } from "./rewrite/write-error.ts";
import { withSessionLock } from "./session-lock.ts";
import { currentTitle, titledRecord, titlesPath } from "./titles.ts";
import { WorldError } from "./world-error.ts";

export type TitleJob = {
  readonly path: string;
  /** Undefined takes clew's note away; a line in the log cannot be taken away. */
  readonly title: string | undefined;
  readonly where: TitleChange["where"];
  readonly command: string;
  readonly args: readonly string[];
  readonly undoes?: string;
};

export function setTitle(job: TitleJob, world: World): CarriedOut {
  return told("set the title", () => {
    cleanUp(world);
    const { sessionId } = namedPlace(job.path, world.disk);
    return withSessionLock(sessionId, world, () => setLocked({ sessionId, job }, world));
  });
}

type Titled = { readonly sessionId: string; readonly job: TitleJob };

/** The record is in the intent before the title is set, so that a killed run gets into the history too. */
function setLocked({ sessionId, job }: Titled, world: World): CarriedOut {
  const { path, title, where } = job;
  if (where === "log") refuseForLog(job, world);
  const from = currentTitle(world, { path, sessionId }, where);
  const record: LineageRecord = {
    op: world.newUuid(),
    time: new Date(world.nowMs()).toISOString(),
    command: job.command,
    args: job.args,
    sources: [sourceOf({ sessionId, job }, world)],
    results: [],
    title: { where, to: title ?? "", ...(from === undefined ? {} : { from }) },
    ...(job.undoes === undefined ? {} : { undoes: job.undoes }),
  };
  const intent = newIntent(world, record.op);
  try {
    storeIntent(world, intent);
    storeRecord(world, intent, record);
    append({ sessionId, job }, world);
  } catch (error) {
    throw rolledBack(writeError(error, "set the title"), () => settle(world, intent, record));
  }
  let done = record;
  const left = untidy(() => {
    done = { ...record, sources: [sourceOf({ sessionId, job }, world)] };
    finish(world, intent, done);
  });
  return { record: done, ...left };
}

/** Finishes the operation when the session has the title now, and else undoes it; the same as after a kill. */
function settle(world: World, intent: Intent, record: LineageRecord): void {
  const titled = titledRecord(world, record);
  if (titled === undefined) takeBack(world, intent, () => false);
  else finish(world, intent, titled);
}

function sourceOf({ sessionId, job: { path } }: Titled, { disk }: World): LineageFile {
  const { sha256, facts } = hashFile(disk, path);
  return { path, sessionId, sha256, sizeBytes: facts.sizeBytes };
}

function refuseForLog({ path, title }: TitleJob, world: World): void {
  if (title === undefined || title.trim() === "") throw emptyTitle();
  const look = lookAtSession(path, world);
  refuseInUse(livenessOf(look, world), look, "insist");
  // A line that is cut short in a log would take the client's next line along.
  refuseWithoutSpace(world.disk, [{ folder: dirname(path), bytes: Buffer.byteLength(title) }]);
}

/** A title in a log is written as Claude Code itself writes it. */
function append({ sessionId, job: { path, title, where } }: Titled, { disk, dataDir, nowMs }: World): void {
  if (where === "log") {
    const line = { type: "custom-title", customTitle: title, sessionId };
    return appendLine(disk, { path, mode: "append-to-log" }, JSON.stringify(line));
  }
  const time = new Date(nowMs()).toISOString();
  appendRecord(disk, titlesPath(dataDir), { sessionId, time, title: title ?? null });
}

export const emptyTitle = (): WorldError =>
  new WorldError("bad-argument", "a title in the log cannot be empty", { hint: "give it some words" });
