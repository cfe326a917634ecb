// Ordered events of all files -> groups that have nothing to do with each other: each can be replayed alone, in any order.
import { foldersOf, pathKey } from "./file-path.ts";
import type { OrderedEvent } from "./order.ts";

export type EventGroups = {
  /** The events of each in their order. */
  readonly groups: readonly (readonly OrderedEvent[])[];
  /** The one that tells of a file; undefined where none does. */
  readonly of: (key: string) => readonly OrderedEvent[] | undefined;
};

/** Files belong together when one was moved or copied to the other, or when a command met the folder that both are in. */
export function groupEvents(events: readonly OrderedEvent[]): EventGroups {
  const parents = new Map<string, string>();
  const met = new Set<string>();
  for (const { key, act } of events) {
    add(key);
    if (act.kind !== "shell") continue;
    met.add(key);
    if (!("from" in act.act)) continue;
    const from = pathKey(act.act.from);
    add(from);
    met.add(from);
    join(from, key);
  }
  if (met.size > 0)
    for (const key of parents.keys()) for (const folder of foldersOf(key)) if (met.has(folder)) join(folder, key);
  const groups = new Map<string, OrderedEvent[]>();
  for (const event of events) {
    const root = rootOf(event.key);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [event]);
    else group.push(event);
  }
  return { groups: [...groups.values()], of: (key) => groups.get(nearestRoot(key)) };

  function add(key: string): void {
    if (!parents.has(key)) parents.set(key, key);
  }

  function rootOf(key: string): string {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next;
    // The next one to ask has a shorter way.
    for (let at = key; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  }

  function join(a: string, b: string): void {
    parents.set(rootOf(a), rootOf(b));
  }

  /** A file that came with its folder is told of by the folder alone. */
  function nearestRoot(key: string): string {
    const known = [key, ...foldersOf(key)].find((place) => parents.has(place) && (place === key || met.has(place)));
    return rootOf(known ?? key);
  }
}
