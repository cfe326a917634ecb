// A chain -> the chain as clients of 2.1.80 to 2.1.150 complete it: what is missing of a message stands behind its last line there.
import type { MessageId } from "../format/index.ts";
import { isResult } from "./group.ts";
import type { Links } from "./links.ts";
import type { Node } from "./node.ts";

export function withSiblingsBehind(chain: readonly Node[], links: Links): readonly Node[] {
  const present = new Set(chain);
  const lastLines = new Map<MessageId, Node>();
  for (const node of chain) if (node.messageId !== undefined) lastLines.set(node.messageId, node);
  const behind = new Map<Node, readonly Node[]>();
  for (const [messageId, last] of lastLines) {
    const lines = [...links.linesOf(messageId)];
    const results = lines.flatMap((line) => [...links.childrenOf(line)].filter(isResult));
    // Lines first, then results, each by their times.
    const missing = [lines, results].flatMap((nodes) => nodes.filter((node) => !present.has(node)).sort(byTime));
    if (missing.length > 0) behind.set(last, missing);
  }
  return behind.size === 0 ? chain : chain.flatMap((node) => [node, ...(behind.get(node) ?? [])]);
}

const byTime = (a: Node, b: Node): number => (a.timeMs ?? 0) - (b.timeMs ?? 0) || a.index - b.index;
