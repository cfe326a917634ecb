// The history of clew's own operations -> the sessions that lie in clew's trash now, the last to go there last; reads one small file.
import { readLineage } from "./lineage.ts";
import type { LineageFile } from "./lineage-record.ts";
import { manifestPath } from "./rewrite/manifest.ts";
import type { World } from "./rewrite/world.ts";

export type Trashed = LineageFile & {
  /** What took it there. */
  readonly op: string;
  readonly hold: string;
  /** `undo`: it was a result, and its making was undone. */
  readonly by: "delete" | "undo";
};

export function trashedSessions(world: Pick<World, "disk" | "dataDir">): readonly Trashed[] {
  const operations = readLineage(world);
  const commands = new Map(operations.map(({ op, command }) => [op, command]));
  return operations.flatMap(({ op, hold, command, undoes, undoneBy, sources, results }) => {
    const by = undoes === undefined ? command : "undo";
    if (hold === undefined || undoneBy !== undefined || (by !== "delete" && by !== "undo")) return [];
    // Undoing a `keep` takes away a copy, and no session.
    if (results.length > 0 || commands.get(undoes ?? "") === "keep") return [];
    if (world.disk.look(manifestPath(hold)) === undefined) return [];
    return sources.map((file) => ({ ...file, op, hold, by }) as const);
  });
}
