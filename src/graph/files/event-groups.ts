// Ordered events of all files -> groups that have nothing to do with each other: each can be replayed alone, in any order.
import { foldersOf, pathKey } from "./file-path.ts";
import type { OrderedEvent } from "./order.ts";
import { doubtMatcher } from "./shell-doubt.ts";

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
  const carried = new Set<string>();
  const patterns = new Map<string, { readonly key: string; readonly isMet: (key: string) => boolean }[]>();
  for (const { key, act } of events) {
    add(key);
    if (act.kind !== "shell") continue;
    if (act.act.kind === "doubt" && act.act.pattern !== undefined) {
      const folder = pathKey(act.act.pattern.folder);
      const own = { key, isMet: doubtMatcher(act.act) };
      const others = patterns.get(folder);
      if (others === undefined) patterns.set(folder, [own]);
      else if (!others.some((other) => other.key === key)) others.push(own);
      continue;
    }
    met.add(key);
    if (!("from" in act.act)) continue;
    const from = pathKey(act.act.from);
    add(from);
    met.add(from);
    join(from, key);
    carried.add(from).add(key);
  }
  if (met.size > 0 || patterns.size > 0) for (const key of parents.keys()) joinFolders(key);
  const groups = new Map<string, OrderedEvent[]>();
  for (const event of events) {
    const root = rootOf(event.key);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [event]);
    else group.push(event);
  }
  return { groups: [...groups.values()], of: (key) => groups.get(nearestRoot(key)) };

  function joinFolders(key: string): void {
    for (const folder of foldersOf(key)) {
      if (met.has(folder)) join(folder, key);
      // Files that came with their folder are told of by the folder alone: any of them may fit.
      for (const { key: own, isMet } of patterns.get(folder) ?? []) if (carried.has(key) || isMet(key)) join(own, key);
    }
  }

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
