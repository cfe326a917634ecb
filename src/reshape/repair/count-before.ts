// Entries in the order of the log, and a place in it -> how many of them stand in front of it; a binary search.
import type { Node } from "../../graph/index.ts";

export function countBefore(nodes: readonly Node[], index: number): number {
  let [from, to] = [0, nodes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((nodes[middle]?.index ?? Infinity) < index) from = middle + 1;
    else to = middle;
  }
  return from;
}
