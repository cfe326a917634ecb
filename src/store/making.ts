// The history of clew's own operations -> which command made which session, of which other; reads one small file.
import { type Operation, readLineage } from "./lineage.ts";
import { typedCommand } from "./lineage-record.ts";
import type { World } from "./rewrite/world.ts";

export type Making = {
  /** As it is typed. */
  readonly command: string;
  /** The session that it was made of; of several the first. */
  readonly from: string;
  /** Which turns of that one it holds, where the command said so: `1-5`, or `6-` for all from there on. */
  readonly turns: string | undefined;
};

/** By session id. */
export function readMakings(world: Pick<World, "disk" | "dataDir">): ReadonlyMap<string, Making> {
  const makings = new Map<string, Making>();
  for (const one of readLineage(world)) {
    const [source] = one.sources;
    one.results.forEach(({ sessionId }, at) => {
      // What puts a session back makes nothing of it.
      if (source === undefined || one.sources.some((other) => other.sessionId === sessionId)) return;
      makings.set(sessionId, { command: typedCommand(one), from: source.sessionId, turns: turnsOf(one, at) });
    });
  }
  return makings;
}

/** Entries and turns of branches are places too, but no count of turns. */
function turnsOf({ command, args, results }: Operation, at: number): string | undefined {
  const place = args[args.indexOf("--at") + 1] ?? "";
  if (!args.includes("--at") || !/^[1-9]\d{0,8}$/.test(place)) return undefined;
  if (command === "fork" || (command === "split" && at === 0)) return `1-${place}`;
  return command === "split" && results.length === 2 ? `${Number(place) + 1}-` : undefined;
}
