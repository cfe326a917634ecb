// What the active path leaves over -> dead branches, each from its leaf up to where it left; every entry is in at most one.
import type { EntryId } from "../format/index.ts";
import type { Links } from "./links.ts";
import { type NodeSet, nodeSet } from "./node-set.ts";
import type { Node, ReadEntry } from "./node.ts";
import { withSiblings } from "./siblings.ts";
import type { Thread } from "./thread.ts";
import { type Turn, eachTurn } from "./turn.ts";

export type Branch = {
  /** From 1, newest leaf first. */
  readonly number: number;
  readonly leaf: { readonly id: EntryId | undefined; readonly line: number };
  /** The line of the entry it hangs off; undefined for a separate root or a gap. */
  readonly forkLine: number | undefined;
  readonly turns: readonly Turn[];
  readonly lines: readonly number[];
};

export function* branchesOf({ log, links, path, scope }: Thread, read: ReadEntry): Generator<Branch, void, undefined> {
  const used = nodeSet(log.nodes.length, path);
  let number = 0;
  for (let index = log.nodes.length - 1; index >= 0; index--) {
    const leaf = log.nodes[index];
    if (leaf === undefined || used.has(leaf) || !isSpoken(leaf) || !links.isLive(leaf)) continue;
    const { nodes, fork } = climb(leaf, used, links);
    const whole = withSiblings(nodes, links).filter((node) => !used.has(node));
    for (const node of whole) used.add(node);
    if (!whole.some(isSubstance)) continue;
    number += 1;
    yield {
      number,
      leaf: { id: leaf.id, line: leaf.line },
      forkLine: fork?.line,
      turns: [...eachTurn(whole, { log, links, scope, read, prefix: `B${number}.` })],
      lines: whole.map((node) => node.line),
    };
  }
}

const isSpoken = (node: Node): boolean => !node.sidechain && (node.type === "user" || node.type === "assistant");

/** Left-over results, interruptions and notes alone are no branch. */
const isSubstance = (node: Node): boolean =>
  node.type === "assistant" ||
  (node.type === "user" && node.prompt !== "tool_result" && node.prompt !== "interruption" && !node.meta);

function climb(
  leaf: Node,
  used: NodeSet,
  links: Links,
): { readonly nodes: readonly Node[]; readonly fork: Node | undefined } {
  const nodes: Node[] = [];
  const seen = new Set<Node>();
  let node: Node | undefined = leaf;
  while (node !== undefined && !used.has(node) && !seen.has(node)) {
    seen.add(node);
    nodes.push(node);
    node = links.parentOf(node);
  }
  return { nodes: nodes.toReversed(), fork: node !== undefined && used.has(node) ? node : undefined };
}
