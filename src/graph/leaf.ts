// A log -> the message that the conversation ends with, by file order or as a last-prompt line asks; never walks the conversation.
import { type Chain, chainOf } from "./chain.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import type { ReplayRules } from "./rules.ts";

export type LeafContext = { readonly log: Log; readonly links: Links; readonly rules: ReplayRules };

const isMessage = (node: Node): boolean => node.type === "user" || node.type === "assistant";

/** The message of the last entry in the file. */
export function defaultLeaf({ log, links, rules }: LeafContext): Node | undefined {
  const { nodes } = log;
  const isMain = (node: Node): boolean => !node.sidechain && links.isLive(node);
  const isCandidate = (node: Node): boolean => node.type !== "progress" && isMain(node);
  if (rules.leaf === "newest-timestamp") {
    const isEnd = rules.progress === "linked" ? isMain : isCandidate;
    return nodes.reduce<Node | undefined>((best, node) => (isEnd(node) ? newer(best, node) : best), undefined);
  }
  const last = nodes.findLast((node) => isCandidate(node) && messageAbove(node, links) !== undefined);
  if (last === undefined) return nodes.findLast(isCandidate);
  if (!isMessage(last)) return messageAbove(last, links);
  return rules.leafBelow === "followed" ? newestBelow(last, links) : last;
}

const newer = (best: Node | undefined, node: Node): Node =>
  best === undefined || (node.timeMs ?? -Infinity) > (best.timeMs ?? -Infinity) ? node : best;

function messageAbove(node: Node, links: Links): Node | undefined {
  const seen = new Set<Node>();
  let above: Node | undefined = node;
  while (above !== undefined && !isMessage(above) && !seen.has(above)) {
    seen.add(above);
    above = links.parentOf(above);
  }
  return above !== undefined && isMessage(above) ? above : undefined;
}

/** Entries may stand in front of their parents: of all that hangs below, the newest leads to the leaf. */
function newestBelow(root: Node, links: Links): Node {
  let newest = root;
  const seen = new Set([root]);
  for (const node of seen) {
    if (node.type !== "progress") newest = newer(newest, node);
    for (const child of links.childrenOf(node)) if (!child.sidechain) seen.add(child);
  }
  return messageAbove(newest, links) ?? root;
}

/** The leaf that a last-prompt line asks for, if that is another one; "empty" for an explicitly empty history. */
export function chosenLeaf(fallback: Node, context: LeafContext): Node | "empty" | undefined {
  const { log, links, rules } = context;
  const { lastPrompt } = log.state;
  if (rules.lastPrompt === "ignored" || lastPrompt === undefined) return undefined;
  // A compaction since then made a new beginning.
  if (lastPrompt.line < log.lastBoundaryLine) return undefined;
  const wentOn = (log.nodes.findLast((node) => node.type !== "progress")?.line ?? 0) > lastPrompt.line;
  const isBinding = lastPrompt.explicit && !wentOn;
  if (lastPrompt.leaf === null) return isBinding && rules.lastPrompt === "honoured-with-null" ? "empty" : undefined;
  const named = links.find(lastPrompt.leaf);
  if (named === undefined || named.type === "progress") return undefined;
  if (!isBinding && isOnTheWay(named, fallback, context)) return undefined;
  return messageAbove(named, links) ?? named;
}

/** On the way to the leaf, as far as parents lead: what only a bridge reaches is another branch. */
function isOnTheWay(named: Node, leaf: Node, { log, links }: LeafContext): boolean {
  const { nodes } = chainOf(leaf, { log, links }, { rules: { gap: "cut", progress: "linked" }, boundaries: "end" });
  if (nodes.includes(named) || companionsBelow(leaf, links).includes(named)) return true;
  return isSideBySide(named, nodes, links);
}

/**
 * Calls that ran side by side leave a fork that is no branch: behind one line of a message stand both its result and the
 * message's next line, and the way goes on through either.
 */
function isSideBySide(named: Node, chain: readonly Node[], links: Links): boolean {
  const places = new Map(chain.map((node, at) => [node, at]));
  const climbed = new Set<Node>();
  let fork: Node | undefined = named;
  while (fork !== undefined && !places.has(fork) && !climbed.has(fork)) {
    climbed.add(fork);
    fork = links.parentOf(fork);
  }
  const next = fork === undefined ? undefined : chain[(places.get(fork) ?? chain.length) + 1];
  const aside = [...climbed].at(-1);
  if (fork?.messageId === undefined || next === undefined || aside === undefined) return false;
  const { messageId } = fork;
  const isLine = (node: Node): boolean => node.messageId === messageId;
  const isResult = (node: Node): boolean => node.results.length > 0;
  const isFork = (isLine(aside) && isResult(next)) || (isResult(aside) && isLine(next));
  return isFork && [...climbed].every((node) => isLine(node) || isResult(node));
}

/** The chain with what goes along behind its leaf. */
export function withCompanions(chain: Chain, leaf: Node, links: Links): Chain {
  const below = companionsBelow(leaf, links);
  if (below.length === 0) return chain;
  const present = new Set(chain.nodes);
  return { ...chain, nodes: [...chain.nodes, ...below.filter((node) => !present.has(node))] };
}

/** Attachments and system lines behind the leaf: they go along with it, each in front of what hangs below it. */
function companionsBelow(leaf: Node, links: Links): readonly Node[] {
  const companions: Node[] = [];
  const seen = new Set([leaf]);
  const open = [...links.childrenOf(leaf)].toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isMessage(node) || seen.has(node)) continue;
    seen.add(node);
    if (node.type !== "progress") companions.push(node);
    for (const child of [...links.childrenOf(node)].toReversed()) open.push(child);
  }
  return companions;
}
