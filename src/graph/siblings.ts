// A chain -> the chain with the lines, results and companions of its messages that hang beside it; the chain's own order stays.
import { type Group, groupsBeside, groupsOf, isCompanion, isResult } from "./group.ts";
import type { Links } from "./links.ts";
import { type NodeSet, nodeSet } from "./node-set.ts";
import type { Node } from "./node.ts";

export function withSiblings(chain: readonly Node[], links: Links): readonly Node[] {
  // A short chain in a long file, as each of many branches is, must not cost a look at the whole file.
  const isShort = chain.length * 16 < links.nodes.length;
  const present: NodeSet = isShort ? new Set(chain) : nodeSet(links.nodes.length, chain);
  const groups = isShort ? groupsOf(chain, links) : groupsBeside(chain, present, links);
  if (groups.length === 0) return chain;
  const before = new Map<Node, Node[]>();
  const behind = new Map<Node, Node[]>();
  for (const group of groups) {
    const placeOf = placesIn(group);
    for (const node of missingOf(group, present, links)) {
      present.add(node);
      const { side, anchor } = placeOf(node);
      if (anchor !== undefined) append(side === "before" ? before : behind, anchor, node);
    }
  }
  return chain.flatMap((node) => [...(before.get(node) ?? []), node, ...(behind.get(node) ?? [])]);
}

function append(lists: Map<Node, Node[]>, anchor: Node, node: Node): void {
  const list = lists.get(anchor);
  if (list === undefined) lists.set(anchor, [node]);
  else list.push(node);
}

/** What of the group is not in the chain, in file order. */
function missingOf(group: Group, present: NodeSet, links: Links): readonly Node[] {
  const added = new Set<Node>(group.lines.filter((line) => !present.has(line)));
  const addResult = (node: Node): void => {
    if (isResult(node) && !present.has(node)) added.add(node);
  };
  for (const line of group.lines) {
    for (const child of links.childrenOf(line)) addResult(child);
    for (const node of links.sourcedFrom(line)) addResult(node);
  }
  for (const call of group.calls) {
    const answers = links.answersTo(call);
    if (answers.some((answer) => present.has(answer))) continue;
    for (const node of answers) if (!node.sidechain) addResult(node);
  }
  if (group.calls.size > 0) {
    const hosts = new Set([...group.lines, ...group.members, ...[...added].filter(isResult)]);
    for (const host of hosts) for (const node of twigsOf(host, group, { present, links })) added.add(node);
  }
  return [...added].sort((a, b) => a.index - b.index);
}

type Context = { readonly present: NodeSet; readonly links: Links };

/** Twigs of companions only: no assistant, no prompt and no result of another message stands on them. */
function twigsOf(host: Node, group: Group, { present, links }: Context): readonly Node[] {
  const twigs: Node[] = [];
  for (const child of links.childrenOf(host)) {
    if (present.has(child) || isResult(child) || child.type === "assistant") continue;
    const twig = wholeTwig(child, group, links);
    if (twig !== undefined && !twig.some((node) => present.has(node))) for (const node of twig) twigs.push(node);
  }
  return twigs;
}

function wholeTwig(root: Node, group: Group, links: Links): readonly Node[] | undefined {
  const twig: Node[] = [];
  const isOwnResult = (node: Node): boolean => node.results.some(({ callId }) => group.calls.has(callId));
  const seen = new Set([root]);
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isOwnResult(node)) continue;
    if (node.type !== "progress" && !isCompanion(node)) return undefined;
    if (node.type !== "progress") twig.push(node);
    for (const child of links.childrenOf(node)) {
      if (seen.has(child)) continue;
      seen.add(child);
      open.push(child);
    }
  }
  return twig;
}

type Placing = { readonly side: "before" | "behind"; readonly anchor: Node | undefined };

/** File order inside the group: in front of the first member that stands later in the file, else behind the last one. */
function placesIn({ members }: Group): (node: Node) => Placing {
  // Never in front of the group's first line in the chain.
  const [, ...followers] = members;
  const reached: number[] = [];
  for (const follower of followers) reached.push(Math.max(follower.index, reached.at(-1) ?? -1));
  return (node) => {
    const next = followers[firstAbove(reached, node.index)];
    return next === undefined ? { side: "behind", anchor: members.at(-1) } : { side: "before", anchor: next };
  };
}

/** The first place in a rising list whose number is above `limit`. */
function firstAbove(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? Infinity) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
