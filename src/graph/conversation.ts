// A log and a client's rules -> the entries that client takes up on resume, in the order it sends them.
import type { EntryId } from "../format/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import type { Compaction, Preserved } from "./compaction.ts";
import { chosenLeaf, defaultLeaf, withCompanions } from "./leaf.ts";
import { type Links, linkNodes } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import { preservedNodes, relinked } from "./preserved.ts";
import type { ReplayRules } from "./rules.ts";
import { withSiblings } from "./siblings.ts";
import { withSiblingsBehind } from "./siblings-behind.ts";

export type Conversation = {
  /** Undefined: nothing to resume from, or an explicitly empty history. */
  readonly leaf: Node | undefined;
  readonly chain: Chain;
  /** The chain behind its last boundary, siblings and preserved entries included. */
  readonly nodes: readonly Node[];
  readonly refused: "no-leaf" | "leaf-without-timestamp" | "leaf-in-sidechain" | undefined;
};

export type ConversationContext = {
  readonly log: Log;
  readonly links: Links;
  readonly rules: ReplayRules;
  /** The entry that what was kept hangs on, and the last of what was kept. */
  readonly anchor?: { readonly id: EntryId; readonly tail: Node | undefined } | undefined;
};

/** Larger files are read from their last boundary line on. */
export const largeFileBytes = 5 * 1024 * 1024;

export function conversationOf(whole: ConversationContext): Conversation {
  const context = loadedPart(whole);
  const fallback = defaultLeaf(context);
  if (fallback === undefined) return { ...nothing, refused: "no-leaf" };
  const chosen = chosenLeaf(fallback, context);
  if (chosen === "empty") return nothing;
  const leaf = chosen ?? fallback;
  if (leaf.sidechain) return { ...nothing, refused: "leaf-in-sidechain" };
  return leaf.timeMs === undefined ? { ...nothing, refused: "leaf-without-timestamp" } : follow(leaf, context);
}

const nothing: Conversation = { leaf: undefined, chain: { nodes: [], breaks: [] }, nodes: [], refused: undefined };

const isLarge = ({ log, rules }: ConversationContext): boolean =>
  rules.largeFiles === "from-boundary" && log.tally.bytes > largeFileBytes;

/** What a client loads: of a large file, or when the last boundary keeps entries, only what stands behind it and what it keeps. */
function loadedPart(context: ConversationContext): ConversationContext {
  const { log, links, rules } = context;
  const firstLine = log.lastBoundaryLine;
  const preserved = honoured(log.compactions.get(firstLine), rules);
  const kept = preserved === undefined ? undefined : preservedNodes(preserved, links);
  if (firstLine === 0 || (!isLarge(context) && !keepsAny(context))) return context;
  const isKept = new Set(kept?.some((node) => node.type === "progress") === true ? [] : kept);
  const seen = linkNodes(log, (node) => node.line >= firstLine || isKept.has(node));
  if (preserved === undefined || isKept.size === 0) return { ...context, links: seen };
  return {
    ...context,
    links: relinked(seen, preserved, { kept: [...isKept], log }),
    anchor: { id: preserved.anchor, tail: kept?.at(-1) },
  };
}

/** Once a boundary has kept entries, only the last boundary of the file counts, whether it keeps some or not. */
function keepsAny({ log, links, rules }: ConversationContext): boolean {
  return [...log.compactions.values()].some((compaction) => {
    const preserved = honoured(compaction, rules);
    return preserved !== undefined && preservedNodes(preserved, links) !== undefined;
  });
}

function honoured(compaction: Compaction | undefined, { preserved: known }: ReplayRules): Preserved | undefined {
  const preserved = compaction?.preserved;
  return known === "list" || (known === "segment" && preserved?.by === "segment") ? preserved : undefined;
}

function follow(leaf: Node, context: ConversationContext): Conversation {
  const { log, links, rules, anchor } = context;
  const end = anchor !== undefined && leaf.id === anchor.id ? (anchor.tail ?? leaf) : leaf;
  const walked = chainOf(end, context, { rules, boundaries: "end" });
  const chain = rules.leaf === "last-in-file" ? withCompanions(walked, leaf, links) : walked;
  // Siblings first: what stands in the chain before the boundary is not fetched back behind it.
  const complete = completed(chain.nodes, context);
  const boundary = chain.nodes.findLast((node) => log.compactions.has(node.line));
  const nodes = boundary === undefined ? complete : complete.slice(complete.indexOf(boundary) + 1);
  return { leaf, chain, nodes, refused: undefined };
}

function completed(nodes: readonly Node[], { links, rules }: ConversationContext): readonly Node[] {
  switch (rules.siblings) {
    case "lost":
      return nodes;
    case "behind-last-line":
      return withSiblingsBehind(nodes, links);
    case "in-file-order":
      return withSiblings(nodes, links);
  }
}
