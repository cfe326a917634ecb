// A compaction boundary -> the summaries that follow it; attachments that newer clients write between the two are stepped over.
import type { Links } from "./links.ts";
import type { Node } from "./node.ts";

export function summariesOf(boundary: Node, { childrenOf }: Pick<Links, "childrenOf">): readonly Node[] {
  const summaries: Node[] = [];
  const above = new Set([boundary]);
  for (const node of above)
    for (const child of childrenOf(node)) {
      if (child.prompt === "compact_summary") summaries.push(child);
      else if (child.type === "attachment") above.add(child);
    }
  return summaries;
}
