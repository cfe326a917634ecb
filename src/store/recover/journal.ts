// The passing file and the folders of a recovery -> an intent, so that the next run removes what a kill leaves.
import { ownOwner } from "../liveness-process.ts";
import { type Intent, storeIntent } from "../rewrite/intent.ts";
import { takeBack } from "../rewrite/operation.ts";
import type { World } from "../rewrite/world.ts";
import { systemCode } from "../world-error.ts";

/** Where files stand under a passing name first, and the folders that may be made for them. */
export type Passing = { readonly temp: string; readonly folders: readonly string[] };

export const passingName = (op: string): string => `.clew-${op.slice(0, 8)}.tmp`;

/** Without a world nothing is noted, and a kill may leave the passing file. */
export function journaled<T>(world: World | undefined, passing: (op: string) => Passing, work: (op: string) => T): T {
  const op = world?.newUuid() ?? "recovery";
  const intent = world && intentOf(world, op, passing(op));
  if (world !== undefined && intent !== undefined) ifPossible(() => storeIntent(world, intent));
  try {
    return work(op);
  } finally {
    // Folders for files that could not be written are empty, and go too.
    if (world !== undefined && intent !== undefined) ifPossible(() => takeBack(world, intent, () => true));
  }
}

const intentOf = (world: World, op: string, { temp, folders }: Passing): Intent => ({
  op,
  owner: ownOwner(world.processes),
  startedMs: world.nowMs(),
  mains: [],
  files: [{ path: temp, temp }],
  folders,
  takes: [],
  emptied: [],
});

/** A data folder on a full or read-only disk must not keep anybody from recovering files to another one. */
function ifPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
