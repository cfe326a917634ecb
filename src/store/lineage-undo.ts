// An operation of clew's -> the state before it, as far as nothing changed since; what it takes away goes to the trash, never further.
import { type Operation, readLineage } from "./lineage.ts";
import type { LineageFile, LineageRecord, TitleChange } from "./lineage-record.ts";
import { cleanUp } from "./rewrite/clean-up.ts";
import { hashFile } from "./rewrite/copies.ts";
import { isAbsence } from "./open/open-file.ts";
import { type HeldFile, newestOf, readManifest } from "./rewrite/manifest.ts";
import type { World } from "./rewrite/world.ts";
import { told } from "./rewrite/write-error.ts";
import { putBack, refusePutBack } from "./put-back.ts";
import { releaseKept } from "./keep-release.ts";
import { withSessionLock } from "./session-lock.ts";
import { setTitle } from "./title.ts";
import { currentTitle } from "./titles.ts";
import { moveToTrash } from "./trash.ts";
import { undoableHint } from "./undoable-hint.ts";
import { WorldError } from "./world-error.ts";

export type UndoJob = { readonly op: string; readonly args: readonly string[] };
export type Undone = { readonly record: LineageRecord; readonly undone: Operation; readonly untidy?: string };

export function undo({ op, args }: UndoJob, world: World): Undone {
  return told("undo", () => {
    cleanUp(world);
    const undone = operationNamed(op, readLineage(world), world);
    return { undone, ...takeBack(undone, args, world) };
  });
}

/** By its id, or a beginning of it that no other has; one that was undone, or is an undo, is refused. */
export function operationNamed(name: string, operations: readonly Operation[], world: World): Operation {
  const found = operations.filter(({ op }) => name.length >= minPrefix && op.startsWith(name));
  const [one] = found;
  if (one === undefined || found.length > 1)
    throw new WorldError(
      one === undefined ? "not-found" : "ambiguous",
      `${found.length === 0 ? "no operation of clew's begins" : `${found.length} operations of clew's begin`} with ${JSON.stringify(name)}`,
      { hint: undoableHint(found.length > 1 ? found : operations, world) },
    );
  if (one.undoneBy !== undefined) throw refusal(one, `it was undone already, by ${one.undoneBy}`);
  if (one.undoes !== undefined) throw refusal(one, "it is itself an undo; do again what it took back");
  return one;
}

const minPrefix = 4;

const refusal = (one: Operation, why: string): WorldError =>
  new WorldError("changed", `${one.command} ${one.op.slice(0, 8)} cannot be undone: ${why}`, {
    hint: "nothing was changed",
  });

/** What `undo` would refuse now; nothing is changed. */
export function refuseUndo(one: Operation, world: World): void {
  told("undo", () => {
    refuseTakingBack(one, world);
    if (one.title === undefined && one.results.length === 0 && one.command !== "keep")
      refusePutBack(heldBy(one, world), world);
  });
}

function refuseTakingBack(one: Operation, world: World): void {
  if (one.title !== undefined) return refuseTitle(one, one.title, world);
  for (const result of one.results) refuseChanged(one, result, world);
  if (one.results.length === 0) heldBy(one, world);
}

/** The folder that holds what was deleted or kept, and what is in it. */
function heldBy(one: Operation, { disk }: World): { readonly folder: string; readonly files: readonly HeldFile[] } {
  const { hold: folder, command } = one;
  if (folder === undefined) throw refusal(one, "its record does not tell what it did");
  if (command === "keep-again")
    throw refusal(one, "it brought a copy up to date, and the older copy is no more; undo the first `keep` instead");
  const files = newestOf(readManifest(disk, folder));
  if (files.length === 0) throw refusal(one, `${folder} holds nothing any more`);
  return { folder, files };
}

type TakenBack = Omit<Undone, "undone">;

function takeBack(one: Operation, args: readonly string[], world: World): TakenBack {
  refuseTakingBack(one, world);
  const how = { command: "undo", args, undoes: one.op };
  const [first] = one.sources;
  if (one.title !== undefined && first !== undefined) {
    const { where, from: title } = one.title;
    return setTitle({ ...how, path: first.path, title, where }, world);
  }
  if (one.results.length > 0)
    return moveToTrash({ ...how, paths: one.results.map(({ path }) => path), inUse: "overrule" }, world);
  const { folder, files } = heldBy(one, world);
  if (one.command === "keep") return releaseKept({ ...how, folder, sources: one.sources }, world);
  return withSessionLock(first?.sessionId ?? one.op, world, () =>
    putBack({ ...how, folder, files, by: "move" }, world),
  );
}

/** A client that went on with the result made it worth keeping. */
function refuseChanged(one: Operation, { path, sha256 }: LineageFile, { disk }: World): void {
  try {
    const now = hashFile(disk, path);
    if (now.sha256 !== sha256) throw refusal(one, `${path} was changed since: its hash is not what was written`);
  } catch (error) {
    if (isAbsence(error)) throw refusal(one, `${path} is gone`);
    throw error;
  }
}

function refuseTitle(one: Operation, change: TitleChange, world: World): void {
  const [source] = one.sources;
  if (source === undefined) throw refusal(one, "its record names no session");
  const { path } = source;
  const { where } = change;
  if (world.disk.look(path) === undefined) throw refusal(one, `${path} is gone; bring the session back first`);
  const now = currentTitle(world, source, where);
  if ((now ?? "") !== change.to) throw refusal(one, `the title is ${JSON.stringify(now ?? "")} by now`);
  if (where === "log" && change.from === undefined)
    throw refusal(one, "the log had no title before, and a line is never taken out of a log");
}
