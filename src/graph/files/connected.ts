// Events of all files and one path -> the events that its history needs: its own, and those of every file it came from or went to.
import { foldersOf, pathKey } from "./file-path.ts";
import type { OrderedEvent } from "./order.ts";
import { doubtMatcher } from "./shell-doubt.ts";

export function connectedEvents(events: readonly OrderedEvent[], path: string): readonly OrderedEvent[] {
  const keys = connectedKeys(events, pathKey(path));
  const near = nearTo(keys);
  return events.filter(near);
}

type Ends = { readonly from: string; readonly to: string };

/** Each move and each copy is followed once in each direction, however many files lead to it. */
function connectedKeys(events: readonly OrderedEvent[], path: string): ReadonlySet<string> {
  const carries = events.flatMap(({ act }): readonly Ends[] =>
    act.kind === "shell" && (act.act.kind === "move" || act.act.kind === "copy")
      ? [{ from: pathKey(act.act.from), to: pathKey(act.act.path) }]
      : [],
  );
  const bySource = grouped(carries, ({ from }) => [from]);
  const byTarget = grouped(carries, ({ to }) => [to]);
  const byFolderOfTarget = grouped(carries, ({ to }) => foldersOf(to));
  const keys = new Set([path]);
  // The loop also visits keys that are added on the way.
  for (const key of keys) {
    for (const place of [key, ...foldersOf(key)]) {
      for (const { from } of taken(byTarget, place)) keys.add(from);
      for (const { to } of taken(bySource, place)) keys.add(to);
    }
    for (const { from } of taken(byFolderOfTarget, key)) keys.add(from);
  }
  return keys;
}

function grouped(carries: readonly Ends[], placesOf: (ends: Ends) => readonly string[]): Map<string, Ends[]> {
  const groups = new Map<string, Ends[]>();
  for (const ends of carries)
    for (const place of placesOf(ends)) {
      const group = groups.get(place);
      if (group === undefined) groups.set(place, [ends]);
      else group.push(ends);
    }
  return groups;
}

function taken(groups: Map<string, Ends[]>, place: string): readonly Ends[] {
  const group = groups.get(place) ?? [];
  groups.delete(place);
  return group;
}

function nearTo(keys: ReadonlySet<string>): (event: OrderedEvent) => boolean {
  const folders = new Set([...keys].flatMap(foldersOf));
  const patterns = new Map<string, boolean>();
  const isOrHolds = (place: string): boolean => keys.has(place) || folders.has(place);
  return ({ key, act }) => {
    if (keys.has(key)) return true;
    if (act.kind === "shell" && act.act.kind === "doubt" && act.act.pattern !== undefined) {
      const known = patterns.get(key) ?? [...keys].some(doubtMatcher(act.act));
      patterns.set(key, known);
      return known;
    }
    // What happens to a folder happens to the files in it, and a folder is known by the files in it.
    if (folders.has(key) || foldersOf(key).some((folder) => keys.has(folder))) return true;
    return act.kind === "shell" && "from" in act.act && isOrHolds(pathKey(act.act.from));
  };
}
