// A set of nodes by their place in the file: one bit of a byte each, so that a million nodes cost a megabyte.
import type { Node } from "./node.ts";

export type NodeSet = {
  readonly has: (node: Node) => boolean;
  readonly add: (node: Node) => void;
};

/** `size` is the number of chain entries in the log. */
export function nodeSet(size: number, nodes: Iterable<Node> = []): NodeSet {
  const marks = new Uint8Array(size);
  for (const node of nodes) marks[node.index] = 1;
  return {
    has: (node) => marks[node.index] === 1,
    add: (node) => {
      marks[node.index] = 1;
    },
  };
}
