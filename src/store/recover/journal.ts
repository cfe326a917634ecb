// Notes a recovery as an intent while it runs, so that the next run removes what a kill leaves.
import { newIntent, storeIntent } from "../rewrite/intent.ts";
import { takeBack } from "../rewrite/operation.ts";
import type { World } from "../rewrite/world.ts";
import { systemCode } from "../world-error.ts";

/** The temporary file of a recovery, and the folders that may be made for its files. */
export type Leftovers = { readonly temp: string; readonly folders: readonly string[] };

export const temporaryName = (op: string): string => `.clew-${op.slice(0, 8)}.tmp`;

/** Without a world nothing is noted, and a kill may leave the temporary file. */
export function journaled<T>(
  world: World | undefined,
  leftovers: (op: string) => Leftovers,
  work: (op: string) => T,
): T {
  const op = world?.newUuid() ?? "recovery";
  const intent = world && intentOf(world, op, leftovers(op));
  if (world !== undefined && intent !== undefined) ifPossible(() => storeIntent(world, intent));
  try {
    return work(op);
  } finally {
    // Folders for files that could not be written are empty, and are removed too.
    if (world !== undefined && intent !== undefined) ifPossible(() => takeBack(world, intent, () => true));
  }
}

const intentOf = (world: World, op: string, { temp, folders }: Leftovers): ReturnType<typeof newIntent> => ({
  ...newIntent(world, op),
  files: [{ path: temp, temp }],
  folders,
});

/** A data folder on a full or read-only disk must not prevent a recovery to another disk. */
function ifPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
