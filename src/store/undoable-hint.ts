// Operations of clew's -> those that could be named for an undo now, as far as a look at their files tells; no session is read through for it.
import { join } from "node:path";
import type { Operation } from "./lineage.ts";
import type { TitleChange } from "./lineage-record.ts";
import { newestOf, readManifest } from "./rewrite/manifest.ts";
import type { World } from "./rewrite/world.ts";
import { readTitles, titleInLog } from "./title.ts";
import { systemCode } from "./world-error.ts";

/** What may be named instead. */
export function undoableHint(operations: readonly Operation[], world: World): string {
  const open: Operation[] = [];
  for (const one of openOperations(operations).slice(-mostLookedAt).toReversed()) {
    if (open.length === mostNamed) break;
    if (seemsUndoable(one, world)) open.unshift(one);
  }
  return open.length === 0 ? "there is nothing to undo" : `what can be undone: ${open.map(said).join(", ")}`;
}

/** Those that did something and were not taken back yet. */
export const openOperations = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(
    ({ undoneBy, undoes, command }) => undoneBy === undefined && undoes === undefined && command !== "keep-again",
  );

const mostNamed = 3;
/** A hint is not waited for. */
const mostLookedAt = 100;
const said = ({ op, command, time }: Operation): string => `${op.slice(0, 8)} (${command}, ${time})`;

function seemsUndoable(one: Operation, world: World): boolean {
  const { title, results } = one;
  try {
    if (title !== undefined) return isTitleStill(one, title, world);
    if (results.length > 0) return results.every(({ path, sizeBytes }) => sizeAt(path, world) === sizeBytes);
    return isStillHeld(one, world);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

const sizeAt = (path: string, { disk }: World): number | undefined => disk.look(path)?.sizeBytes;

/** A log that is as long as it was when it got the title has no other one. */
function isTitleStill({ sources: [source] }: Operation, { where, to, from }: TitleChange, world: World): boolean {
  const size = source && sizeAt(source.path, world);
  if (source === undefined || size === undefined) return false;
  if (where === "note") return (readTitles(world).get(source.sessionId) ?? "") === to;
  return from !== undefined && (size === source.sizeBytes || titleInLog(world.disk, source.path) === to);
}

function isStillHeld({ hold, command }: Operation, { disk }: World): boolean {
  const files = hold === undefined ? [] : newestOf(readManifest(disk, hold));
  if (hold === undefined || files.length === 0) return false;
  const isThere = (path: string): boolean => disk.look(path)?.kind === "file";
  if (command === "keep") return files.some(({ name }) => isThere(join(hold, name)));
  return files.every(
    ({ name, path, role }) => isThere(join(hold, name)) && (role === "sidecar" || disk.look(path) === undefined),
  );
}
