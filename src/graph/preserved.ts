// A log whose last boundary keeps older entries -> the links a client sees: the rest is gone, the kept ones hang behind their anchor.
import type { EntryId } from "../format/index.ts";
import type { Preserved } from "./compaction.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";

/** The entries that a boundary keeps, in their order; undefined when one of them is unknown: then nothing is kept. */
export function preservedNodes(preserved: Preserved, links: Links): readonly Node[] | undefined {
  const nodes = preserved.by === "list" ? preserved.ids.map((id) => links.find(id)) : segment(preserved, links);
  const found = nodes.filter((node) => node !== undefined);
  return found.length === 0 || found.length < nodes.length ? undefined : found;
}

function segment({ head, tail }: { readonly head: EntryId; readonly tail: EntryId }, links: Links): readonly Node[] {
  const nodes = new Set<Node>();
  for (let node = links.find(tail); node !== undefined && !nodes.has(node); node = links.parentOf(node)) {
    nodes.add(node);
    if (node.id === head) return [...nodes].toReversed();
  }
  return [];
}

/** The kept entries stand between the anchor and whatever hung on it or on what is gone. */
export function relinked(
  links: Links,
  { anchor }: Preserved,
  { kept, log }: { readonly kept: readonly Node[]; readonly log: Log },
): Links {
  const before = new Map(kept.map((node, index) => [node, index === 0 ? links.find(anchor) : kept[index - 1]]));
  const tail = kept.at(-1);
  const isGone = (id: EntryId | undefined): boolean =>
    id !== undefined && log.byId.has(id) && links.find(id) === undefined;
  return {
    ...links,
    parentOf(node) {
      if (before.has(node)) return before.get(node);
      const parent = links.parentOf(node);
      const isMoved =
        parent === undefined ? isGone(node.parent) && !log.compactions.has(node.line) : parent.id === anchor;
      return isMoved ? tail : parent;
    },
  };
}
