// A log in the making and its source -> the entry its conversation shall end with: where it ended, or with what was added there.
import type { EntryId } from "../format/index.ts";
import { type Log, type Node, type Thread, threadOf } from "../graph/index.ts";
import type { Edited } from "./edited.ts";
import type { Work } from "./work.ts";

/** Undefined: as a client finds it. */
export function wantedLeaf({ log, ancestors }: Edited, work: Work): EntryId | undefined {
  const end = work.end();
  if (end !== undefined) return log.nodes.find((node) => node.line === end)?.id;
  const { leaf } = work.source.session.conversation;
  if (leaf?.id === undefined) return undefined;
  const kept = ancestors.isGone(leaf.id) ? ancestors.above(leaf.id) : leaf.id;
  const node = kept === undefined ? undefined : log.byId.get(kept);
  return node === undefined ? undefined : (addedBelow(node, log, work) ?? node).id;
}

/** The last message that was not in the source and hangs below, with nothing but its like in between. */
function addedBelow(node: Node, log: Log, work: Work): Node | undefined {
  const isAdded = (one: Node): boolean => work.extraAt(one.line) !== undefined;
  return log.nodes.findLast((one) => {
    if (one === node || !isAdded(one) || one.sidechain || (one.type !== "user" && one.type !== "assistant"))
      return false;
    const passed = new Set<Node>();
    let above: Node | undefined = one;
    while (above !== undefined && above !== node && isAdded(above) && !passed.has(above)) {
      passed.add(above);
      above = above.parent === undefined ? undefined : log.byId.get(above.parent);
    }
    return above === node;
  });
}

/** The thread that a client follows when it is told to end with this entry. */
export function withLeaf(log: Log, leaf: EntryId): Thread {
  const lastPrompt = { leaf, explicit: true, line: Number.MAX_SAFE_INTEGER };
  return { ...threadOf({ ...log, state: { ...log.state, lastPrompt } }), log };
}
