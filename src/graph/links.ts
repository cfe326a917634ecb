// The nodes of a log -> who hangs below whom, which lines share a message, which lines answer a call; flat arrays, no recursion.
import type { CallId, EntryId, MessageId } from "../format/index.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";

export type Links = {
  /** Every chain entry of the file in order, live or not. */
  readonly nodes: readonly Node[];
  /** The entry with this uuid, as far as it is seen. */
  readonly find: (id: EntryId) => Node | undefined;
  /** False for an entry that a later one with the same uuid hides. */
  readonly isLive: (node: Node) => boolean;
  /** The parent, progress lines stepped over; undefined at a root and at a gap. */
  readonly parentOf: (node: Node) => Node | undefined;
  /** Nothing above: no parent, or only progress lines up to a root. */
  readonly isRoot: (node: Node) => boolean;
  readonly childrenOf: (node: Node) => Iterable<Node>;
  readonly linesOf: (id: MessageId) => Iterable<Node>;
  readonly answersTo: (id: CallId) => readonly Node[];
  /** Whether this very entry answers the call with an error. */
  readonly isFailure: (node: Node, id: CallId) => boolean;
  /** The same among entries that a later one with their uuid hides. */
  readonly hiddenAnswersTo: (id: CallId) => readonly Node[];
  /** The line that makes the call; of several the first. */
  readonly callerOf: (id: CallId) => Node | undefined;
  /** Results that name `node` as their source but hang elsewhere. */
  readonly sourcedFrom: (node: Node) => readonly Node[];
};

/** `isSeen` leaves out entries as if the file did not hold them. */
export function linkNodes(log: Log, isSeen: (node: Node) => boolean = () => true): Links {
  const { nodes, byId } = log;
  const isLast = lastOnes(log);
  const isLive = (node: Node): boolean => isLast(node) && isSeen(node);
  const find = (id: EntryId): Node | undefined => {
    const node = byId.get(id);
    return node !== undefined && isSeen(node) ? node : undefined;
  };
  const above = new Int32Array(nodes.length).fill(unresolved);
  const children = chainedLists(nodes.length);
  const siblings = chainedLists(nodes.length);
  const answers = new Map<CallId, Node | Node[]>();
  const sourced = new Map<EntryId, Node[]>();
  const hiddenAnswers = new Map<CallId, Node[]>();
  // Few results are errors, and an entry may hold thousands: a search in each would be one too many.
  const failures = new Set<string>();

  for (const node of nodes) {
    for (const { callId, isError } of node.results) if (isError) failures.add(`${node.index} ${callId}`);
    if (!isLive(node)) {
      if (isSeen(node)) for (const { callId } of node.results) push(hiddenAnswers, callId, node);
      continue;
    }
    const parent = node.parent === undefined ? undefined : find(node.parent);
    if (parent !== undefined) children.append(parent.index, node.index);
    // Most are known already; the others are looked for when somebody asks.
    if (parent !== undefined && parent.type !== "progress" && parent !== node) above[node.index] = parent.index;
    const message = node.messageId === undefined ? undefined : log.messages.get(node.messageId);
    if (message !== undefined) siblings.append(message.firstIndex, node.index);
    for (const { callId } of node.results) add(answers, callId, node);
    if (node.source !== undefined && node.source !== node.parent) push(sourced, node.source, node);
  }

  const childLists = children.built();
  const siblingLists = siblings.built();
  const parents = parentsOf(above, find);
  let callers: ReadonlyMap<CallId, Node> | undefined;

  function* pick(lists: Lists, head: number | undefined): Generator<Node, void, undefined> {
    if (head === undefined) return;
    for (const index of lists.at(head)) {
      const node = nodes[index];
      if (node !== undefined) yield node;
    }
  }

  return {
    nodes,
    find,
    isLive,
    parentOf: (node) => nodes[parents.at(node)],
    isRoot: (node) => parents.at(node) === atRoot,
    childrenOf: (node) => pick(childLists, node.index),
    linesOf: (id) => pick(siblingLists, log.messages.get(id)?.firstIndex),
    answersTo(id) {
      const found = answers.get(id) ?? none;
      return found instanceof Array ? found : [found];
    },
    isFailure: (node, id) => failures.has(`${node.index} ${id}`),
    hiddenAnswersTo: (id) => hiddenAnswers.get(id) ?? none,
    callerOf(id) {
      callers ??= callersIn(nodes, isLive);
      return callers.get(id);
    },
    sourcedFrom: (node) => (node.id === undefined ? none : (sourced.get(node.id) ?? none)),
  };
}

/** Those that no later entry with the same uuid hides. */
function lastOnes({ nodes, byId }: Log): (node: Node) => boolean {
  let [without, lastWithout]: [number, Node | undefined] = [0, undefined];
  for (const node of nodes)
    if (node.id === undefined) {
      without += 1;
      lastWithout = node;
    }
  // No two entries have one uuid: nothing is to be looked up.
  if (byId.size + without === nodes.length)
    return (node) => (node.id === undefined ? node === lastWithout : nodes[node.index] === node);
  return remembered(nodes, (node) => (node.id === undefined ? node === lastWithout : byId.get(node.id) === node));
}

/** Asked for every entry again and again: looking up an id takes longer than all else. */
function remembered(nodes: readonly Node[], ask: (node: Node) => boolean): (node: Node) => boolean {
  const known = new Uint8Array(nodes.length);
  return (node) => {
    if (nodes[node.index] !== node) return ask(node);
    const said = known[node.index] ?? 0;
    if (said !== 0) return said === 1;
    const is = ask(node);
    known[node.index] = is ? 1 : 2;
    return is;
  };
}

const none: readonly never[] = [];
const atRoot = -1;
const atGap = -2;
const unresolved = -3;

/** Where each node's chain goes on: an index, a root or a gap; long rows of progress lines are walked once. */
function parentsOf(
  above: Int32Array,
  find: (id: EntryId) => Node | undefined,
): { readonly at: (node: Node) => number } {
  function resolve(node: Node): number {
    const passed: number[] = [];
    let end = unresolved;
    for (let at = node; end === unresolved;) {
      passed.push(at.index);
      above[at.index] = atGap;
      const next: Node | undefined = at.parent === undefined ? undefined : find(at.parent);
      if (next === undefined) end = at.parent === undefined ? atRoot : atGap;
      else if (next.type !== "progress") end = next.index;
      else if ((above[next.index] ?? unresolved) !== unresolved) end = above[next.index] ?? atGap;
      else at = next;
    }
    for (const index of passed) above[index] = end;
    return end;
  }
  return {
    at(node) {
      const known = above[node.index] ?? atGap;
      return known === unresolved ? resolve(node) : known;
    },
  };
}

/** Most calls have one answer: a list for each would cost more than the answers. */
function add<K>(lists: Map<K, Node | Node[]>, key: K, node: Node): void {
  const found = lists.get(key);
  if (found === undefined) lists.set(key, node);
  else if (found instanceof Array) found.push(node);
  else lists.set(key, [found, node]);
}

function callersIn(nodes: readonly Node[], isLive: (node: Node) => boolean): ReadonlyMap<CallId, Node> {
  const callers = new Map<CallId, Node>();
  for (const node of nodes) {
    if (node.calls.length === 0 || !isLive(node)) continue;
    for (const { id } of node.calls) if (!callers.has(id)) callers.set(id, node);
  }
  return callers;
}

function push<K>(lists: Map<K, Node[]>, key: K, node: Node): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [node]);
  else list.push(node);
}

type ListBuilder = {
  readonly append: (head: number, item: number) => void;
  readonly built: () => Lists;
};
type Lists = { readonly at: (head: number) => Iterable<number> };

/** Many short lists of indexes in flat arrays; what is only needed to append goes when they are built. */
function chainedLists(size: number): ListBuilder {
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  let last = new Int32Array(size).fill(-1);
  return {
    append(head, item) {
      const tail = last[head] ?? -1;
      if (tail === -1) first[head] = item;
      else next[tail] = item;
      last[head] = item;
    },
    built() {
      last = new Int32Array(0);
      return {
        *at(head) {
          for (let item = first[head] ?? -1; item !== -1; item = next[item] ?? -1) yield item;
        },
      };
    },
  };
}
