// A log -> the thread through it: what a client takes up, and the whole path from the first entry to the leaf.
import { type Chain, chainOf } from "./chain.ts";
import { type Conversation, type ConversationContext, conversationOf } from "./conversation.ts";
import { isCompanion } from "./group.ts";
import { withCompanions } from "./leaf.ts";
import { type Links, linkNodes } from "./links.ts";
import type { Log } from "./log.ts";
import { nodeSet } from "./node-set.ts";
import type { Node } from "./node.ts";
import { type ReplayRules, newestRules } from "./rules.ts";
import { withSiblings } from "./siblings.ts";

/** An agent's log is all sidechain; there the sidechain is the conversation. */
export type Scope = "main" | "agent";

export type Thread = {
  readonly log: Log;
  readonly links: Links;
  readonly scope: Scope;
  /** What a client would take up on resume. */
  readonly conversation: Conversation;
  /** From the first entry to the leaf, across compactions. */
  readonly chain: Chain;
  /** The same with the siblings that hang beside it. */
  readonly path: readonly Node[];
};

export type ThreadOptions = { readonly rules?: ReplayRules; readonly scope?: Scope };

export function threadOf(log: Log, { rules = newestRules, scope = "main" }: ThreadOptions = {}): Thread {
  const links = linkNodes(log);
  const conversation = conversationOf({ log, links, rules });
  const leaf = conversation.leaf ?? fallbackLeaf(log, links, scope);
  const chain = leaf === undefined ? emptyChain : wholeChain(leaf, conversation, { log, links, rules });
  return { log, links, scope, conversation, chain, path: withSiblings(chain.nodes, links) };
}

/** Across compactions; where there are none, the conversation has walked it already. */
function wholeChain(leaf: Node, conversation: Conversation, context: ConversationContext): Chain {
  if (conversation.leaf === leaf && context.log.compactions.size === 0) return conversation.chain;
  return withCompanions(chainOf(leaf, context, { rules: context.rules, boundaries: "crossed" }), leaf, context.links);
}

const emptyChain: Chain = { nodes: [], breaks: [] };

/** Where there is nothing to resume, the last entry still shows what the file holds. */
function fallbackLeaf(log: Log, links: Links, scope: Scope): Node | undefined {
  return log.nodes.findLast(
    (node) => node.type !== "progress" && links.isLive(node) && (scope === "agent" || !node.sidechain),
  );
}

export type Reach = { readonly entries: number; readonly reached: number };

/** How much of the file the leaf reaches: chain entries of the conversation in all, and those on the path or going along with it. */
export function reachOf(thread: Thread): Reach {
  const { log, scope } = thread;
  const isCounted = (node: Node): boolean => node.type !== "progress" && (scope === "agent" || !node.sidechain);
  const isReached = reachedNodes(thread);
  return {
    entries: count(log.nodes, isCounted),
    reached: count(log.nodes, (node) => isCounted(node) && isReached(node)),
  };
}

/** Notes, hooks and timings that hang off the path belong to it, also behind the leaf. */
function reachedNodes({ log, links, path }: Thread): (node: Node) => boolean {
  const reached = nodeSet(log.nodes.length, path);
  const settled = nodeSet(log.nodes.length, path);
  return (node) => {
    if (settled.has(node) || !isCompanion(node)) return reached.has(node);
    const climbed: Node[] = [];
    let at: Node | undefined = node;
    while (at !== undefined && !settled.has(at) && isCompanion(at)) {
      settled.add(at);
      climbed.push(at);
      at = links.parentOf(at);
    }
    if (at !== undefined && reached.has(at)) for (const each of climbed) reached.add(each);
    return reached.has(node);
  };
}

export function count<T>(items: Iterable<T>, counts: (item: T) => boolean): number {
  let sum = 0;
  for (const item of items) if (counts(item)) sum += 1;
  return sum;
}
