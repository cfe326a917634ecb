// What the active path leaves over -> dead branches, each from its leaf up to where it left; every entry is in at most one.
import type { EntryId } from "../format/index.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import { withSiblings } from "./siblings.ts";
import { type Turn, turnsOf } from "./turn.ts";

export type Branch = {
  /** From 1, newest leaf first. */
  readonly number: number;
  readonly leaf: { readonly id: EntryId | undefined; readonly line: number };
  /** The line of the entry it hangs off; undefined for a separate root or a gap. */
  readonly forkLine: number | undefined;
  readonly turns: readonly Turn[];
  readonly lines: readonly number[];
};

export function branchesOf(
  path: readonly Node[],
  context: { readonly log: Log; readonly links: Links },
): readonly Branch[] {
  const { log, links } = context;
  const used = new Set(path);
  const branches: Branch[] = [];
  for (let index = log.nodes.length - 1; index >= 0; index--) {
    const leaf = log.nodes[index];
    if (leaf === undefined || used.has(leaf) || !isSpoken(leaf) || !links.isLive(leaf)) continue;
    const { nodes, fork } = climb(leaf, used, links);
    const whole = withSiblings(nodes, links).filter((node) => !used.has(node));
    for (const node of whole) used.add(node);
    if (!whole.some(isSubstance)) continue;
    const number = branches.length + 1;
    branches.push({
      number,
      leaf: { id: leaf.id, line: leaf.line },
      forkLine: fork?.line,
      turns: turnsOf(whole, { ...context, prefix: `B${number}.`, scope: "main" }),
      lines: whole.map((node) => node.line),
    });
  }
  return branches;
}

const isSpoken = (node: Node): boolean => !node.sidechain && (node.type === "user" || node.type === "assistant");

/** Left-over results, interruptions and notes alone are no branch. */
const isSubstance = (node: Node): boolean =>
  node.type === "assistant" ||
  (node.type === "user" && node.prompt !== "tool_result" && node.prompt !== "interruption" && !node.meta);

function climb(
  leaf: Node,
  used: ReadonlySet<Node>,
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
