// Operations of clew's -> those that could be named for an undo now, as far as a look at their files tells; no session is read through for it.
import { join } from "node:path";
import type { Operation } from "./lineage.ts";
import { type TitleChange, operationTime, typedCommand } from "./lineage-record.ts";
import { newestOf, readManifest } from "./rewrite/manifest.ts";
import type { World } from "./rewrite/world.ts";
import { readTitles, titleInLog } from "./titles.ts";
import { systemCode } from "./world-error.ts";

/** What may be named instead: the last few, and how many more there are. */
export function undoableHint(operations: readonly Operation[], world: World): string {
  const open = openOperations(operations);
  const undoable = open.slice(-mostLookedAt).filter((one) => seemsUndoable(one, world));
  if (undoable.length === 0) return "there is nothing to undo";
  const named = undoable.slice(-mostNamed).map(said).join(", ");
  const more = undoable.length - mostNamed;
  const least = open.length > mostLookedAt ? "at least " : "";
  const rest = more <= 0 ? "" : `, and ${least}${more} more: \`clew history\` tells them`;
  return `what can be undone: ${named}${rest}`;
}

/** Those that did something and were not taken back yet. */
export const openOperations = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(
    ({ undoneBy, undoes, command }) => undoneBy === undefined && undoes === undefined && command !== "keep-again",
  );

const mostNamed = 3;
/** A hint is not waited for. */
const mostLookedAt = 100;
const said = (one: Operation): string => `${one.op.slice(0, 8)} (${typedCommand(one)}, ${operationTime(one)})`;

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
