// A log and a client's rules -> the entries that client takes up on resume, in the order it sends them.
import type { EntryId } from "../format/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import type { Preserved } from "./compaction.ts";
import { type Links, linkNodes } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import type { ReplayRules } from "./rules.ts";
import { withSiblings } from "./siblings.ts";

export type Conversation = {
  /** Undefined: nothing to resume from, or an explicitly empty history. */
  readonly leaf: Node | undefined;
  readonly chain: Chain;
  /** The chain behind its last boundary, siblings and preserved entries included. */
  readonly nodes: readonly Node[];
  readonly refused: "no-leaf" | "leaf-without-timestamp" | "leaf-in-sidechain" | undefined;
};

export type ConversationContext = { readonly log: Log; readonly links: Links; readonly rules: ReplayRules };

/** Larger files are read from their last boundary line on. */
export const largeFileBytes = 5 * 1024 * 1024;

export function conversationOf(whole: ConversationContext): Conversation {
  const context = isLarge(whole) ? fromLastBoundary(whole) : whole;
  const fallback = defaultLeaf(context);
  if (fallback === undefined) return { ...nothing, refused: "no-leaf" };
  const conversation = follow(fallback, context);
  const chosen = chosenLeaf(conversation, context);
  if (chosen === "empty") return nothing;
  if (chosen?.sidechain === true) return { ...nothing, refused: "leaf-in-sidechain" };
  const result = chosen === undefined ? conversation : follow(chosen, context);
  return result.leaf?.timeMs === undefined ? { ...nothing, refused: "leaf-without-timestamp" } : result;
}

const nothing: Conversation = { leaf: undefined, chain: { nodes: [], breaks: [] }, nodes: [], refused: undefined };

const isLarge = ({ log, rules }: ConversationContext): boolean =>
  rules.largeFiles === "from-boundary" && log.tally.bytes > largeFileBytes;

/** Only what stands at or behind the file's last boundary line, and what that boundary preserves. */
function fromLastBoundary(context: ConversationContext): ConversationContext {
  const { log } = context;
  const firstLine = Math.max(0, ...log.compactions.keys());
  const preserved = log.compactions.get(firstLine)?.preserved;
  const kept = new Set(preserved === undefined ? [] : preservedIds(preserved, context.links));
  return {
    ...context,
    links: linkNodes(log, (node) => node.line >= firstLine || (node.id !== undefined && kept.has(node.id))),
  };
}

function defaultLeaf({ log, links, rules }: ConversationContext): Node | undefined {
  const isCandidate = (node: Node): boolean => node.type !== "progress" && !node.sidechain && links.isLive(node);
  if (rules.leaf === "last-in-file") return log.nodes.findLast(isCandidate);
  let newest: Node | undefined;
  for (const node of log.nodes) {
    if (isCandidate(node) && (node.timeMs ?? -Infinity) > (newest?.timeMs ?? -Infinity)) newest = node;
  }
  return newest;
}

/** The leaf that a last-prompt line asks for, if that is another one; "empty" for an explicitly empty history. */
function chosenLeaf(conversation: Conversation, context: ConversationContext): Node | "empty" | undefined {
  const { log, rules } = context;
  const { lastPrompt } = log.state;
  if (rules.lastPrompt === "ignored" || lastPrompt === undefined) return undefined;
  const wentOn = (log.nodes.findLast((node) => node.type !== "progress")?.line ?? 0) > lastPrompt.line;
  if (lastPrompt.leaf === null) return lastPrompt.explicit && !wentOn ? "empty" : undefined;
  const named = context.links.find(lastPrompt.leaf);
  if (named === undefined || named.type === "progress") return undefined;
  const isPart = conversation.nodes.includes(named) || conversation.chain.nodes.includes(named);
  if (lastPrompt.explicit && !wentOn) return isLarge(context) && !isPart ? undefined : named;
  return isPart || isLarge(context) ? undefined : named;
}

function follow(leaf: Node, context: ConversationContext): Conversation {
  const { log, links, rules } = context;
  const chain = chainOf(leaf, context, { rules, boundaries: "end" });
  const at = chain.nodes.findLastIndex((node) => log.compactions.has(node.line));
  const boundary = chain.nodes[at];
  const start = chain.nodes.slice(at + 1);
  const nodes = rules.siblings === "recovered" ? withSiblings(start, links) : start;
  const preserved = boundary === undefined ? undefined : log.compactions.get(boundary.line)?.preserved;
  const whole =
    preserved === undefined || rules.preserved === "ignored" ? nodes : withPreserved(nodes, preserved, links);
  return { leaf, chain, nodes: whole, refused: undefined };
}

/** All or none: one unknown entry, or an anchor that is not sent, and nothing is preserved. */
function withPreserved(nodes: readonly Node[], preserved: Preserved, links: Links): readonly Node[] {
  const kept = preservedIds(preserved, links).map((id) => links.find(id));
  const found = kept.filter((node) => node !== undefined);
  const at = nodes.findIndex((node) => node.id === preserved.anchor);
  if (at === -1 || found.length !== kept.length) return nodes;
  const present = new Set(nodes);
  return [...nodes.slice(0, at + 1), ...found.filter((node) => !present.has(node)), ...nodes.slice(at + 1)];
}

function preservedIds(preserved: Preserved, links: Links): readonly EntryId[] {
  if (preserved.by === "list") return preserved.ids;
  const ids: EntryId[] = [];
  const seen = new Set<EntryId>();
  let id: EntryId | undefined = preserved.tail;
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const node: Node | undefined = links.find(id);
    if (node === undefined) return [];
    if (node.type !== "progress") ids.push(id);
    if (id === preserved.head) return ids.toReversed();
    id = node.parent;
  }
  return [];
}
