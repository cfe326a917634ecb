// A log in the making -> the same with calls that ran side by side written as one line of descent; all else stays where it is.
import type { EntryId, MessageId } from "../format/index.ts";
import { type Log, type Node, type Thread, threadOf } from "../graph/index.ts";
import { type Edited, logOf } from "./edited.ts";
import { wantedLeaf, withLeaf } from "./wanted-leaf.ts";
import type { Work } from "./work.ts";

export type Straight = Edited & {
  /** With the leaf that the result shall have; its path is what a client takes up. */
  readonly thread: Thread;
};

export function straighten(edited: Edited, work: Work): Straight {
  const thread = threadTo(edited, work);
  const present = new Set(thread.chain.nodes);
  if (thread.conversation.leaf === undefined || thread.path.length === present.size) return { ...edited, thread };
  const messages = partedMessages(thread, present);
  const path = hoisted(thread.path, messages);
  const parents = new Map<Node, EntryId>();
  const moved = new Map<Node, Node>();
  const last = endOf(path, thread);
  for (const span of spansOf(path, { present, messages, thread })) {
    if (span.last > last) continue;
    rehang(span, path, parents);
    moveUp(span, path, moved);
  }
  if (parents.size === 0) return { ...edited, thread };
  const log = logOf(
    [...ordered(edited.log, moved)].map((node) => withParent(node, parents.get(node))),
    edited.log,
  );
  const leaf = path.slice(0, last + 1).findLast(isMessage)?.id;
  const straight = leaf === undefined ? threadOf(log) : withLeaf(log, leaf);
  // Where gaps, circles or missing ids stand in the way, the line would not be the path: then all stays as it is.
  if (!isSamePath(straight.path, path) || !isSameTalk(straight, thread)) return { ...edited, thread };
  for (const [node, parent] of parents) {
    work.change(node.line, { op: "set", path: ["parentUuid"], value: parent });
    work.step(
      "parallel-calls",
      "calls that ran at the same time stand one behind the other now, so that older clients find them all",
      node.line,
    );
  }
  for (const [node, anchor] of moved) work.moveBefore(node.line, anchor.line);
  return { ...edited, log, thread: straight };
}

const isSamePath = (one: readonly Node[], other: readonly Node[]): boolean =>
  one.length === other.length && one.every((node, at) => node.line === other[at]?.line);

/** The same entries are sent. */
function isSameTalk({ conversation: after }: Thread, { conversation: before }: Thread): boolean {
  const lines = new Set(before.nodes.map((node) => node.line));
  return after.nodes.length === before.nodes.length && after.nodes.every((node) => lines.has(node.line));
}

const withParent = (node: Node, parent: EntryId | undefined): Node =>
  parent === undefined ? node : { ...node, parent };

function threadTo({ log, ancestors }: Edited, work: Work): Thread {
  const { session } = work.source;
  if (log === session.log && work.end() === undefined) return session;
  if (session.scope === "agent") return threadOf(log, { scope: "agent" });
  const leaf = wantedLeaf({ log, ancestors }, work);
  return leaf === undefined ? threadOf(log) : withLeaf(log, leaf);
}

/** How far the path may be one line: siblings behind the leaf make the last of them the leaf, if a client can end there. */
function endOf(path: readonly Node[], { conversation: { leaf } }: Thread): number {
  const last = path.findLast(isMessage);
  const isFit = last !== undefined && !last.sidechain && last.timeMs !== undefined && last.id !== undefined;
  return isFit || leaf === undefined ? path.length : path.indexOf(leaf);
}

const isMessage = (node: Node): boolean => node.type === "user" || node.type === "assistant";

/** Messages of which something stands beside the chain. */
function partedMessages(thread: Thread, present: ReadonlySet<Node>): ReadonlySet<MessageId> {
  const messages = new Set<MessageId>();
  for (const node of thread.path) if (!present.has(node)) for (const id of messagesOf(node, thread)) messages.add(id);
  return messages;
}

/** The message that a line belongs to, or those that its results answer. */
function messagesOf(node: Node, { links }: Thread): readonly MessageId[] {
  const lines = [node, ...node.results.map(({ callId }) => links.callerOf(callId))];
  return lines.flatMap((line) => line?.messageId ?? []);
}

/** The path with the lines of each such message in front of its results, unless somebody speaks in between. */
function hoisted(path: readonly Node[], messages: ReadonlySet<MessageId>): readonly Node[] {
  const windows = new Map<MessageId, { readonly first: number; last: number }>();
  path.forEach(({ messageId }, at) => {
    if (messageId === undefined || !messages.has(messageId)) return;
    const window = windows.get(messageId);
    if (window === undefined) windows.set(messageId, { first: at, last: at });
    else window.last = at;
  });
  const result = [...path];
  for (const [id, { first, last }] of windows) {
    if (!isGroup(path, { first, last }, id)) continue;
    const window = path.slice(first, last + 1);
    const sorted = [
      ...window.filter((node) => node.messageId === id),
      ...window.filter((node) => node.messageId !== id),
    ];
    for (const [at, node] of sorted.entries()) result[first + at] = node;
  }
  return result;
}

/** Stops at the first stranger: the lines of many messages may be tangled, and a copy of each window would be a square. */
function isGroup(
  path: readonly Node[],
  window: { readonly first: number; readonly last: number },
  id: MessageId,
): boolean {
  for (let at = window.first; at <= window.last; at++) {
    const node = path[at];
    if (node !== undefined && !isOwn(node, id)) return false;
  }
  return true;
}

/** Nothing is said here but by the message itself: a prompt, another message or a command's words end the group. */
function isOwn(node: Node, id: MessageId): boolean {
  switch (node.type) {
    case "assistant":
      return node.messageId === id;
    case "user":
      return node.results.length > 0;
    case "system":
      return node.subtype !== "local_command" && node.subtype !== "compact_boundary";
    case "attachment":
    case "progress":
      return true;
  }
}

type Parted = {
  readonly present: ReadonlySet<Node>;
  readonly messages: ReadonlySet<MessageId>;
  readonly thread: Thread;
};
type Span = { readonly first: number; readonly last: number };

/** Stretches of the path whose entries do not hang on the one before; each ends with the first that stands fast again. */
function* spansOf(path: readonly Node[], { present, messages, thread }: Parted): Generator<Span, void, undefined> {
  const next = nextInChain(thread.chain.nodes);
  const isParted = (node: Node): boolean => messagesOf(node, thread).some((id) => messages.has(id));
  const isFollowing = (at: number): boolean => {
    const [before, node] = [path[at - 1], path[at]];
    if (before === undefined || node === undefined) return true;
    if (!present.has(node) || next.get(before) !== node) return false;
    // Older clients break off at progress lines: never between a call of these and its result.
    return node.parent === before.id || !isParted(node) || !isParted(before);
  };
  for (let at = 1; at < path.length; at++) {
    if (isFollowing(at)) continue;
    const first = at;
    while (at + 1 < path.length && !isFollowing(at + 1)) at += 1;
    yield* withoutBoundary({ first, last: at }, path, thread.log);
  }
}

function nextInChain(nodes: readonly Node[]): ReadonlyMap<Node, Node> {
  return new Map(nodes.slice(1).flatMap((node, at) => (nodes[at] === undefined ? [] : [[nodes[at], node] as const])));
}

/** A boundary is a root for good: what would have to stand in front of it stays beside the chain. */
function* withoutBoundary({ first, last }: Span, path: readonly Node[], log: Log): Generator<Span, void, undefined> {
  const isBoundary = path.slice(first, last + 1).some((node) => log.compactions.has(node.line));
  if (!isBoundary) yield { first, last };
}

function rehang({ first, last }: Span, path: readonly Node[], parents: Map<Node, EntryId>): void {
  for (let at = first; at <= last; at++) {
    const [before, node] = [path[at - 1], path[at]];
    if (before?.id === undefined || node === undefined || node.parent === before.id) continue;
    parents.set(node, before.id);
  }
}

/** Only upwards: so nothing comes to stand behind its own children. */
function moveUp({ first, last }: Span, path: readonly Node[], moved: Map<Node, Node>): void {
  let anchor: Node | undefined = path[last + 1];
  const found: (readonly [Node, Node])[] = [];
  for (let at = last; at >= first; at--) {
    const node = path[at];
    if (node === undefined) continue;
    if (anchor === undefined || node.line < anchor.line) anchor = node;
    else found.push([node, anchor]);
  }
  for (const [node, before] of found.toReversed()) moved.set(node, before);
}

function* ordered(log: Log, moved: ReadonlyMap<Node, Node>): Generator<Node, void, undefined> {
  const before = new Map<Node, Node[]>();
  for (const [node, anchor] of moved) before.set(anchor, [...(before.get(anchor) ?? []), node]);
  for (const node of log.nodes) {
    if (moved.has(node)) continue;
    yield* before.get(node) ?? [];
    yield node;
  }
}
