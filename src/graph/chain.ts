// A leaf -> the chain from its root to it, walked by parents; gaps and circles are bridged by time or end the chain.
import type { EntryId } from "../format/index.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import { type NodeSet, nodeSet } from "./node-set.ts";
import type { Node } from "./node.ts";
import type { ReplayRules } from "./rules.ts";

export type Break = {
  readonly at: Node;
  readonly cause: "unknown-parent" | "circle";
  /** The entry taken instead; undefined when the chain ends here. */
  readonly bridgedTo: Node | undefined;
};

export type Chain = {
  /** From the root to the leaf. */
  readonly nodes: readonly Node[];
  readonly breaks: readonly Break[];
};

export type ChainOptions = {
  readonly rules: Pick<ReplayRules, "gap" | "progress">;
  /** Go on at a boundary's logical parent, to see the whole session and not only what is sent. */
  readonly boundaries: "end" | "crossed";
};

type Context = { readonly log: Log; readonly links: Links };

export function chainOf(leaf: Node, context: Context, options: ChainOptions): Chain {
  const { log, links } = context;
  const visited = nodeSet(links.nodes.length);
  // Filled from its end: the walk goes from the leaf to the root.
  const indexes = new Int32Array(links.nodes.length);
  let start = indexes.length;
  const breaks: Break[] = [];
  let bridge: Bridge | undefined;

  function stepFrom(node: Node): Node | undefined {
    if (options.rules.progress === "cut" && isProgress(node.parent)) return undefined;
    const parent = links.parentOf(node);
    if (parent !== undefined && !visited.has(parent)) return parent;
    if (parent === undefined && links.isRoot(node))
      return options.boundaries === "crossed" ? acrossBoundary(node, context) : undefined;
    bridge ??= timeBridge(log, links);
    const bridgedTo = options.rules.gap === "bridged" ? bridge.before(node, visited) : undefined;
    breaks.push({ at: node, cause: parent === undefined ? "unknown-parent" : "circle", bridgedTo });
    return bridgedTo;
  }

  const isProgress = (id: EntryId | undefined): boolean => id !== undefined && links.find(id)?.type === "progress";
  for (let node: Node | undefined = leaf; node !== undefined && !visited.has(node); node = stepFrom(node)) {
    visited.add(node);
    start -= 1;
    indexes[start] = node.index;
  }
  return { nodes: nodesAt(indexes.subarray(start), links), breaks };
}

function nodesAt(indexes: Int32Array, { nodes }: Links): readonly Node[] {
  const found: Node[] = [];
  for (const index of indexes) {
    const node = nodes[index];
    if (node !== undefined) found.push(node);
  }
  return found;
}

function acrossBoundary(node: Node, { log, links }: Context): Node | undefined {
  const compaction = log.compactions.get(node.line);
  if (compaction === undefined) return undefined;
  const named = compaction.logicalParent === undefined ? undefined : links.find(compaction.logicalParent);
  return named ?? entryBefore(node, links);
}

/** Where a boundary does not tell what it followed, or that is gone: what stands in front of it in the file. */
function entryBefore({ index }: Node, links: Links): Node | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const node = links.nodes[at];
    if (node !== undefined && node.type !== "progress" && !node.sidechain && links.isLive(node)) return node;
  }
  return undefined;
}

const bridgeMs = 5000;

type Bridge = { readonly before: (node: Node, visited: NodeSet) => Node | undefined };
type Moment = { readonly timeMs: number; readonly nodes: readonly Node[] };

/** The newest entry at most 5 s older than a given one that was not visited yet; of equal times the first in the file. */
function timeBridge(log: Log, links: Links): Bridge {
  const moments = momentsOf(log, links);
  const heads = new Int32Array(moments.length);
  // Where to go on once all of a moment's entries were visited: keeps long searches short.
  const below = Int32Array.from(moments, (_, index) => index);

  function unvisitedIn(index: number, visited: NodeSet): Node | undefined {
    const nodes = moments[index]?.nodes ?? [];
    let head = heads[index] ?? 0;
    for (let node = nodes[head]; node !== undefined && visited.has(node); node = nodes[head]) head += 1;
    heads[index] = head;
    return nodes[head];
  }

  return {
    before({ timeMs }, visited) {
      if (timeMs === undefined) return undefined;
      let index = settled(below, upTo(moments, timeMs));
      while (index >= 0 && (moments[index]?.timeMs ?? -Infinity) >= timeMs - bridgeMs) {
        const node = unvisitedIn(index, visited);
        if (node !== undefined) return node;
        below[index] = index - 1;
        index = settled(below, index);
      }
      return undefined;
    },
  };
}

function settled(below: Int32Array, from: number): number {
  let index = from;
  while (index >= 0 && below[index] !== index) index = below[index] ?? -1;
  for (let step = from; step >= 0 && step !== index;) {
    const next = below[step] ?? -1;
    below[step] = index;
    step = next;
  }
  return index;
}

function momentsOf(log: Log, links: Links): readonly Moment[] {
  const byTime = new Map<number, Node[]>();
  for (const node of log.nodes) {
    if (node.timeMs === undefined || node.sidechain || node.type === "progress" || !links.isLive(node)) continue;
    const moment = byTime.get(node.timeMs);
    if (moment === undefined) byTime.set(node.timeMs, [node]);
    else moment.push(node);
  }
  return [...byTime].map(([timeMs, nodes]) => ({ timeMs, nodes })).sort((a, b) => a.timeMs - b.timeMs);
}

/** The last moment that is not later than `timeMs`, or -1. */
function upTo(moments: readonly Moment[], timeMs: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle]?.timeMs ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
