// The entries of a chain in their order -> the same, as a list in which one is moved behind another at once.
import type { Node } from "../../graph/index.ts";

export type ChainOrder = {
  readonly has: (node: Node) => boolean;
  readonly before: (node: Node) => Node | undefined;
  readonly behind: (node: Node) => Node | undefined;
  /** To the beginning where it is to stand behind nothing. */
  readonly move: (node: Node, host: Node | undefined) => void;
};

export function chainOrder(nodes: readonly Node[]): ChainOrder {
  const before = new Map<Node, Node | undefined>();
  const behind = new Map<Node | undefined, Node | undefined>();
  const join = (one: Node | undefined, next: Node | undefined): void => {
    behind.set(one, next);
    if (next !== undefined) before.set(next, one);
  };
  let last: Node | undefined;
  for (const node of nodes) {
    join(last, node);
    last = node;
  }
  join(last, undefined);
  return {
    has: (node) => before.has(node),
    before: (node) => before.get(node),
    behind: (node) => behind.get(node),
    move(node, host) {
      if (node === host) return;
      join(before.get(node), behind.get(node));
      join(node, behind.get(host));
      join(host, node);
    },
  };
}
