// Two entries -> whether the one holds results of calls that the other makes; quick for entries of many calls too.
import type { Node } from "../../graph/index.ts";

export const answers = (result: Node, call: Node): boolean =>
  result.results.some(({ callId }) => makesCall(call, callId));

export function makesCall(node: Node, callId: string): boolean {
  if (node.calls.length <= fewCalls) return node.calls.some(({ id }) => id === callId);
  const known = idsByNode.get(node) ?? new Set<string>(node.calls.map(({ id }) => id));
  idsByNode.set(node, known);
  return known.has(callId);
}

const fewCalls = 8;
const idsByNode = new WeakMap<Node, ReadonlySet<string>>();
