// A log in the making -> its leaf last among the lines of the conversation and newest in time; last-prompt lines that lead elsewhere go.
import type { EntryId } from "../format/index.ts";
import { type Log, type Node, type Thread, conversationOf, linkNodes, newestRules } from "../graph/index.ts";
import { logOf } from "./edited.ts";
import type { Straight } from "./linearise.ts";
import { type LeafLine, stateLines } from "./references.ts";
import type { Work } from "./work.ts";

export function settleLeaf({ log, thread }: Straight, prompts: readonly LeafLine[] | undefined, work: Work): void {
  const { leaf } = thread.conversation;
  if (leaf?.id === undefined || thread.scope === "agent") return;
  const tail = tailOf(leaf, thread);
  const last = lastOf(log, thread, tail);
  // Where a gap is bridged by time, another time would bridge it elsewhere.
  const isBridged = thread.chain.breaks.some(({ at }) => at === leaf);
  const newestMs = isBridged ? undefined : newestOf(log, thread, leaf);
  const isMoved = last !== undefined;
  if (isMoved) {
    for (const node of log.nodes) if (tail.has(node)) work.moveBefore(node.line, work.endPlace);
    work.step("leaf-last", "the end of the conversation stands at the end of the file", leaf.line);
  }
  if (newestMs !== undefined) {
    work.change(leaf.line, { op: "set", path: ["timestamp"], value: new Date(newestMs + 1).toISOString() });
    work.step("leaf-newest", "the end of the conversation is its newest entry", leaf.line);
  }
  const isSame = log === work.source.session.log && !isMoved && newestMs === undefined && prompts === undefined;
  if (!isSame)
    settlePrompts(finished(log, { leaf, tail, isMoved, newestMs, work }), { leaf: leaf.id, prompts, isMoved, work });
}

/** The leaf and what goes along behind it. */
function tailOf(leaf: Node, { links }: Thread): ReadonlySet<Node> {
  const tail = new Set([leaf]);
  for (const node of tail)
    for (const child of links.childrenOf(node))
      if (child.type === "attachment" || child.type === "system") tail.add(child);
  return tail;
}

const isMain = (node: Node, { links }: Thread): boolean =>
  node.type !== "progress" && !node.sidechain && links.isLive(node);

/** The last line of the conversation's kind, if that is not the leaf or something behind it. */
function lastOf(log: Log, thread: Thread, tail: ReadonlySet<Node>): Node | undefined {
  const last = log.nodes.findLast((node) => isMain(node, thread));
  return last === undefined || tail.has(last) ? undefined : last;
}

/** The newest time of all others, if the leaf is not newer. Some clients end with a progress line that is newer than the leaf. */
function newestOf(log: Log, { links }: Thread, leaf: Node): number | undefined {
  const own = new Set([leaf]);
  for (const node of own)
    for (const child of links.childrenOf(node)) if (child.type !== "user" && child.type !== "assistant") own.add(child);
  let [ownMs, othersMs] = [-Infinity, -Infinity];
  for (const node of log.nodes) {
    if (node.timeMs === undefined || node.sidechain || !links.isLive(node)) continue;
    if (own.has(node)) ownMs = Math.max(ownMs, node.timeMs);
    else othersMs = Math.max(othersMs, node.timeMs);
  }
  return othersMs >= ownMs ? othersMs : undefined;
}

type Settled = {
  readonly leaf: Node;
  readonly tail: ReadonlySet<Node>;
  readonly isMoved: boolean;
  readonly newestMs: number | undefined;
  readonly work: Work;
};

/** The log with the leaf where and when it will be. */
function finished(log: Log, { leaf, tail, isMoved, newestMs, work }: Settled): Log {
  const nodes = isMoved
    ? [
        ...log.nodes.filter((node) => !tail.has(node)),
        ...log.nodes.flatMap((node) => (tail.has(node) ? [{ ...node, line: work.endPlace }] : [])),
      ]
    : log.nodes;
  const timed = nodes.map((node) =>
    node.id === leaf.id && newestMs !== undefined ? { ...node, timeMs: newestMs + 1 } : node,
  );
  return logOf(timed, log);
}

type Prompted = {
  readonly leaf: EntryId;
  readonly prompts: readonly LeafLine[] | undefined;
  readonly isMoved: boolean;
  readonly work: Work;
};

function settlePrompts(log: Log, { leaf, prompts, isMoved, work }: Prompted): void {
  const { lastPrompt } = log.state;
  const left = prompts === undefined ? lastPrompt : prompts.at(-1);
  // A line that stood behind everything does so no longer once the leaf was moved behind it.
  if (!isMoved && left !== undefined && leafOf(log, left) === leaf) return;
  if (left !== undefined) {
    const lines =
      prompts ??
      stateLines(work)
        .filter(([, raw]) => raw["type"] === "last-prompt")
        .map(([line]) => ({ line }));
    for (const { line } of lines) {
      work.drop(line, "it leads away from the end of the conversation", "gone");
      work.step("leading-away", "lines that led away from the end of the conversation removed", line);
    }
  }
  if (leafOf(log, undefined) === leaf) return;
  const { sessionId } = work.source;
  work.add(work.endPlace, { type: "last-prompt", leafUuid: leaf, explicit: true, sessionId });
}

/** Where a client ends that finds this last-prompt line. */
function leafOf(log: Log, lastPrompt: Log["state"]["lastPrompt"]): EntryId | undefined {
  const told = { ...log, state: { ...log.state, lastPrompt } };
  return conversationOf({ log: told, links: linkNodes(told), rules: newestRules }).leaf?.id;
}
