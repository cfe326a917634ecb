// The entries that a log had and those that are kept -> for one that is gone, the nearest kept entry above it; never loops.
import type { EntryId } from "../format/index.ts";
import type { Log, Node } from "../graph/index.ts";

export type Ancestors = {
  readonly isGone: (id: EntryId) => boolean;
  /** Undefined where nothing is kept above; a parent that was unknown before stays the answer. */
  readonly above: (id: EntryId) => EntryId | undefined;
  /** The nearest kept one that fits, the entry itself included. */
  readonly nearest: (id: EntryId, fits: (node: Node) => boolean) => Node | undefined;
};

export function ancestorsIn(before: Log, kept: ReadonlyMap<EntryId, Node>): Ancestors {
  const known = new Map<EntryId, EntryId | undefined>();
  const isGone = (id: EntryId): boolean => !kept.has(id) && before.byId.has(id);

  function above(id: EntryId): EntryId | undefined {
    const passed = new Set<EntryId>();
    let at: EntryId | undefined = id;
    while (at !== undefined && isGone(at) && !passed.has(at)) {
      if (known.has(at)) {
        at = known.get(at);
        break;
      }
      passed.add(at);
      at = before.byId.get(at)?.parent;
    }
    const found = at !== undefined && passed.has(at) ? undefined : at;
    for (const each of passed) known.set(each, found);
    return found;
  }

  return {
    isGone,
    above,
    nearest(id, fits) {
      const passed = new Set<EntryId>();
      let at: EntryId | undefined = id;
      while (at !== undefined && !passed.has(at)) {
        passed.add(at);
        const node = kept.get(at);
        if (node !== undefined && fits(node)) return node;
        at = (node ?? before.byId.get(at))?.parent;
      }
      return undefined;
    },
  };
}
