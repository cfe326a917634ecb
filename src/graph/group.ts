// A chain -> the message groups in it that have something beside the chain: their lines, calls, results and companions.
import type { CallId, MessageId } from "../format/index.ts";
import type { Links } from "./links.ts";
import { type NodeSet, nodeSet } from "./node-set.ts";
import type { Node } from "./node.ts";

export type Group = {
  /** Every assistant line of the message, in the chain or not. */
  readonly lines: readonly Node[];
  readonly calls: ReadonlySet<CallId>;
  /** What of the group stands in the chain, in the chain's order: lines, results, companions. */
  readonly members: readonly Node[];
};

export const isResult = (node: Node): boolean => node.results.length > 0;

/** Entries that go along with a call: they hang off its line or its result, and nobody said them. */
export const isCompanion = (node: Node): boolean =>
  node.type === "attachment" || node.type === "system" || (node.type === "user" && node.meta && !isResult(node));

/** Only the groups that an entry beside the chain may belong to: in most files there are few. */
export function groupsBeside(chain: readonly Node[], present: NodeSet, links: Links): readonly Group[] {
  const touched = touchedMessages(present, links);
  return touched.size === 0 ? [] : groupsOf(chain, links, (id) => touched.has(id));
}

/** The groups of a chain's messages; `isWanted` leaves out those of no interest. */
export function groupsOf(chain: readonly Node[], links: Links, isWanted = (_id: MessageId) => true): readonly Group[] {
  const groups = new Map<MessageId, Opened>();
  const ownerOfNode = new Map<Node, Opened>();
  for (const node of chain) {
    const group = ownerOf(node);
    if (group === undefined) continue;
    group.members.push(node);
    ownerOfNode.set(node, group);
  }
  return [...groups.values()];

  function ownerOf(node: Node): Opened | undefined {
    if (node.messageId !== undefined) return isWanted(node.messageId) ? opened(node.messageId) : undefined;
    const parent = links.parentOf(node);
    const above = parent === undefined ? undefined : ownerOfNode.get(parent);
    if (isResult(node)) {
      // A result behind a prompt or another message no longer belongs here: what is added stays in front of those.
      const isOwn = above !== undefined && node.results.some(({ callId }) => above.calls.has(callId));
      return isOwn || parent?.type === "assistant" ? above : undefined;
    }
    return isCompanion(node) && above !== undefined && above.calls.size > 0 ? above : undefined;
  }

  function opened(id: MessageId): Opened {
    const known = groups.get(id);
    if (known !== undefined) return known;
    const lines = [...links.linesOf(id)];
    const calls = new Set(lines.flatMap((line) => line.calls.map((call) => call.id)));
    const group: Opened = { lines, calls, members: [] };
    groups.set(id, group);
    return group;
  }
}

type Opened = Omit<Group, "members"> & { readonly members: Node[] };

/** Messages that an entry beside the chain may belong to; most chains have none, and then nothing more is to be done. */
function touchedMessages(present: NodeSet, links: Links): ReadonlySet<MessageId> {
  const touched = new Set<MessageId>();
  const climbed = nodeSet(links.nodes.length);
  const touch = (node: Node | undefined): void => {
    if (node?.messageId !== undefined) touched.add(node.messageId);
  };
  for (const stray of links.nodes) {
    if (present.has(stray) || !links.isLive(stray)) continue;
    let node: Node | undefined = stray;
    while (node !== undefined && !climbed.has(node)) {
      climbed.add(node);
      touch(node);
      for (const { callId } of node.results) touch(links.callerOf(callId));
      if (node.source !== undefined) touch(links.find(node.source));
      const isUp: boolean = node.type === "progress" || isCompanion(node) || isResult(node);
      node = isUp ? links.parentOf(node) : undefined;
    }
    touch(node);
  }
  return touched;
}
