// All changes that were requested for one line -> those that count: a later one replaces all of its path and inside it.
import type { Change } from "../format/index.ts";

/** One pass from the last to the first: a line may have a change for each of its thousands of blocks. */
export function latestChanges(changes: readonly Change[]): readonly Change[] {
  if (changes.length < 2) return changes;
  const root = newPlace();
  return changes
    .toReversed()
    .filter(({ path }) => isNew(root, path))
    .toReversed();
}

type Place = { isChanged: boolean; readonly inside: Map<string | number, Place> };
const newPlace = (): Place => ({ isChanged: false, inside: new Map() });

/** Marks the path as changed, unless it or a place around it is. */
function isNew(root: Place, path: Change["path"]): boolean {
  let place = root;
  for (const step of path) {
    if (place.isChanged) return false;
    const next = place.inside.get(step) ?? newPlace();
    place.inside.set(step, next);
    place = next;
  }
  if (place.isChanged) return false;
  place.isChanged = true;
  return true;
}
