// A chain -> the chain with the lines, results and companions of its messages that hang beside it; the chain's own order stays.
import type { CallId, MessageId } from "../format/index.ts";
import type { Links } from "./links.ts";
import type { Node } from "./node.ts";

export function withSiblings(chain: readonly Node[], links: Links): readonly Node[] {
  const present = new Set(chain);
  const answered = new Set(chain.flatMap((node) => node.results.map((result) => result.callId)));
  const before = new Map<Node, Node[]>();
  const behind = new Map<Node, Node[]>();
  for (const group of groupsOf(chain, links)) {
    const added = missingOf(group, { present, answered, links });
    for (const node of added) {
      present.add(node);
      place(node, group, { before, behind });
    }
  }
  return chain.flatMap((node) => [...(before.get(node) ?? []), node, ...(behind.get(node) ?? [])]);
}

type Group = {
  /** Every assistant line of the message, in the chain or not. */
  readonly lines: readonly Node[];
  readonly calls: ReadonlySet<CallId>;
  /** What of the group stands in the chain, in the chain's order: lines, results, companions. */
  readonly members: Node[];
};

function groupsOf(chain: readonly Node[], links: Links): readonly Group[] {
  const groups = new Map<MessageId, Group>();
  const ownerOfNode = new Map<Node, Group>();
  for (const node of chain) {
    const group = ownerOf(node);
    if (group === undefined) continue;
    group.members.push(node);
    ownerOfNode.set(node, group);
  }
  return [...groups.values()];

  function ownerOf(node: Node): Group | undefined {
    if (node.messageId !== undefined) return groups.get(node.messageId) ?? found(node.messageId);
    const parent = links.parentOf(node);
    const above = parent === undefined ? undefined : ownerOfNode.get(parent);
    if (node.results.length > 0) {
      // A result behind a prompt or another message no longer belongs here: what is added stays in front of those.
      const isOwn = above !== undefined && node.results.some(({ callId }) => above.calls.has(callId));
      return isOwn || parent?.type === "assistant" ? above : undefined;
    }
    return isCompanion(node) && above !== undefined && above.calls.size > 0 ? above : undefined;
  }

  function found(id: MessageId): Group {
    const lines = [...links.linesOf(id)];
    const calls = new Set(lines.flatMap((line) => line.calls.map((call) => call.id)));
    const group: Group = { lines, calls, members: [] };
    groups.set(id, group);
    return group;
  }
}

type Context = { readonly present: ReadonlySet<Node>; readonly answered: ReadonlySet<CallId>; readonly links: Links };

/** What of the group is not in the chain, in file order. */
function missingOf(group: Group, { present, answered, links }: Context): readonly Node[] {
  const added = new Set<Node>(group.lines.filter((line) => !present.has(line)));
  const addResult = (node: Node): void => {
    if (node.results.length > 0 && !present.has(node)) added.add(node);
  };
  for (const line of group.lines) {
    for (const child of links.childrenOf(line)) addResult(child);
    for (const node of links.sourcedFrom(line)) addResult(node);
  }
  for (const call of group.calls) {
    if (answered.has(call)) continue;
    for (const node of links.answersTo(call)) if (!node.sidechain) addResult(node);
  }
  if (group.calls.size > 0) {
    const hosts = new Set([...group.lines, ...group.members, ...[...added].filter(isResult)]);
    for (const host of hosts) for (const node of twigsOf(host, group, { present, links })) added.add(node);
  }
  return [...added].sort((a, b) => a.index - b.index);
}

const isResult = (node: Node): boolean => node.results.length > 0;
const isCompanion = (node: Node): boolean =>
  node.type === "attachment" || node.type === "system" || (node.type === "user" && node.meta && !isResult(node));

/** Twigs of companions only: no assistant, no prompt and no result of another message stands on them. */
function twigsOf(host: Node, group: Group, { present, links }: Pick<Context, "present" | "links">): readonly Node[] {
  const twigs: Node[] = [];
  for (const child of links.childrenOf(host)) {
    if (present.has(child) || isResult(child) || child.type === "assistant") continue;
    const twig = wholeTwig(child, group, links);
    if (twig !== undefined && !twig.some((node) => present.has(node))) twigs.push(...twig);
  }
  return twigs;
}

function wholeTwig(root: Node, group: Group, links: Links): readonly Node[] | undefined {
  const twig: Node[] = [];
  const isOwnResult = (node: Node): boolean => node.results.some(({ callId }) => group.calls.has(callId));
  const seen = new Set([root]);
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isOwnResult(node)) continue;
    if (node.type !== "progress" && !isCompanion(node)) return undefined;
    if (node.type !== "progress") twig.push(node);
    for (const child of links.childrenOf(node)) {
      if (seen.has(child)) continue;
      seen.add(child);
      open.push(child);
    }
  }
  return twig;
}

/** File order inside the group, but never in front of the group's first line in the chain. */
function place(
  node: Node,
  group: Group,
  { before, behind }: { readonly before: Map<Node, Node[]>; readonly behind: Map<Node, Node[]> },
): void {
  const [, ...followers] = group.members;
  const next = followers.find((member) => member.index > node.index);
  const last = group.members.at(-1);
  const [lists, anchor] = next === undefined ? [behind, last] : [before, next];
  if (anchor === undefined) return;
  const list = lists.get(anchor);
  if (list === undefined) lists.set(anchor, [node]);
  else list.push(node);
}
