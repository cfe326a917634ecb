// A log and its chain -> findings about the graph: broken links, circles, copies, orphans; one pass each, never recursive.
import type { CallId } from "../format/index.ts";
import { type Finding, findingList } from "./finding.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import { startsTurn } from "./prompt.ts";
import { summariesOf } from "./summaries.ts";
import type { Thread } from "./thread.ts";

type Report = ReturnType<typeof findingList>["add"];

export function inspect(inspected: Thread): readonly Finding[] {
  const { add, all } = findingList();
  inspectEntries(inspected, add);
  inspectParents(inspected, add);
  inspectCircles(inspected, add);
  inspectCalls(inspected, add);
  inspectCompactions(inspected, add);
  inspectState(inspected, add);
  return all();
}

function inspectEntries({ log, links }: Thread, add: Report): void {
  let newestMs = -Infinity;
  for (const node of log.nodes) {
    const place = { line: node.line, id: node.id };
    if (node.id === undefined) add("missing-uuid", "error", place);
    else if (!links.isLive(node)) {
      const later = log.byId.get(node.id);
      const isCopy = later !== undefined && isSameEntry(node, later);
      add(isCopy ? "repeated-line" : "duplicate-uuid", isCopy ? "warning" : "error", place);
    }
    if (node.timeMs === undefined) add("missing-timestamp", "warning", place);
    else if (node.timeMs < newestMs) add("time-backwards", "info", place);
    newestMs = Math.max(newestMs, node.timeMs ?? -Infinity);
    if (node.type === "assistant" && node.messageId === undefined) add("missing-message-id", "warning", place);
  }
}

const isSameEntry = (a: Node, b: Node): boolean =>
  a.type === b.type &&
  a.parent === b.parent &&
  a.timeMs === b.timeMs &&
  a.messageId === b.messageId &&
  a.prompt === b.prompt &&
  a.sizeBytes === b.sizeBytes &&
  a.calls.length === b.calls.length &&
  a.results.length === b.results.length;

function inspectParents({ log, links, chain, scope }: Thread, add: Report): void {
  const breaks = new Map(chain.breaks.map((one) => [one.at, one]));
  let roots = 0;
  for (const node of log.nodes) {
    if (!links.isLive(node)) continue;
    const place = { line: node.line, id: node.id };
    const parent = node.parent === undefined ? undefined : log.byId.get(node.parent);
    if (node.parent !== undefined && node.parent === node.id) add("self-parent", "error", place);
    else if (node.parent !== undefined && parent === undefined) {
      const isCut = breaks.get(node)?.bridgedTo === undefined && breaks.has(node) && scope === "main" && node.index > 0;
      add(isCut ? "history-cut" : "dangling-parent", isCut ? "error" : scope === "agent" ? "info" : "warning", place);
    } else if (parent !== undefined && parent.index > node.index) add("parent-after-child", "info", place);
    if (node.parent === undefined && !node.sidechain && node.type !== "progress" && !log.compactions.has(node.line)) {
      roots += 1;
      if (roots > 1) add("second-root", "warning", place);
    }
  }
}

/** Each node is coloured once: white, on the way, done. */
function inspectCircles({ log }: Thread, add: Report): void {
  const colour = new Uint8Array(log.nodes.length);
  for (const start of log.nodes) {
    const passed: number[] = [];
    let node: Node | undefined = start;
    while (node !== undefined && colour[node.index] === 0) {
      colour[node.index] = 1;
      passed.push(node.index);
      node = node.parent === undefined || node.parent === node.id ? undefined : log.byId.get(node.parent);
    }
    if (node !== undefined && colour[node.index] === 1) add("cycle", "error", { line: node.line, id: node.id });
    for (const index of passed) colour[index] = 2;
  }
}

function inspectCalls({ log, links, scope }: Thread, add: Report): void {
  const messageOf = new Map<CallId, string | undefined>();
  const lastMessage = log.nodes.findLast((node) => node.type === "assistant")?.messageId;
  for (const node of log.nodes) {
    if (node.calls.length === 0) continue;
    if (!links.isLive(node)) {
      for (const { id } of node.calls) if (!messageOf.has(id)) messageOf.set(id, node.messageId);
      continue;
    }
    const place = { line: node.line, id: node.id };
    for (const { id, name } of node.calls) {
      if (messageOf.has(id) && messageOf.get(id) !== node.messageId)
        add("duplicate-call", "warning", { ...place, detail: name });
      messageOf.set(id, node.messageId);
      const answers = links.answersTo(id).length;
      if (answers === 0)
        add("orphan-call", node.messageId === lastMessage ? "info" : "warning", { ...place, detail: name });
      if (answers > 1) add("duplicate-result", "info", { ...place, detail: name });
    }
  }
  for (const node of log.nodes) {
    if (node.results.length === 0 || !links.isLive(node)) continue;
    for (const { callId } of node.results) {
      if (!messageOf.has(callId))
        add("orphan-result", scope === "agent" ? "info" : "warning", { line: node.line, id: node.id });
    }
  }
  inspectMessageIds(log, add);
}

function inspectMessageIds(log: Log, add: Report): void {
  // By the place of a message's first line: a map of all messages would be the largest thing in memory.
  const turnOf = new Int32Array(log.nodes.length).fill(-1);
  let turn = 0;
  for (const node of log.nodes) {
    if (node.sidechain) continue;
    if (startsTurn(node.prompt) && node.type === "user") turn += 1;
    const first = node.messageId === undefined ? undefined : log.messages.get(node.messageId)?.firstIndex;
    if (first === undefined) continue;
    const known = turnOf[first] ?? -1;
    if (known !== -1 && known !== turn) add("reused-message-id", "info", { line: node.line, id: node.id });
    turnOf[first] = turn;
  }
}

function inspectCompactions({ log, links }: Thread, add: Report): void {
  for (const boundary of log.nodes) {
    const compaction = log.compactions.get(boundary.line);
    if (compaction === undefined) continue;
    const { logicalParent, preserved } = compaction;
    const place = { line: boundary.line, id: boundary.id };
    if (summariesOf(boundary, links).length === 0) add("boundary-without-summary", "warning", place);
    if (logicalParent !== undefined && !log.byId.has(logicalParent)) add("outside-logical-parent", "info", place);
    const ids =
      preserved === undefined ? [] : preserved.by === "list" ? preserved.ids : [preserved.head, preserved.tail];
    if (ids.some((id) => !log.byId.has(id))) add("preserved-missing", "warning", place);
  }
}

function inspectState({ log, conversation, scope }: Thread, add: Report): void {
  const { state } = log;
  for (const [id, line] of state.snapshotIds) {
    const clash = log.byId.get(id);
    if (clash !== undefined && clash.type !== "user") add("snapshot-id-clash", "info", { line, id });
  }
  const [[own] = [undefined], ...foreign] = [...state.sessionIds].sort((a, b) => b[1] - a[1]);
  for (const [id, count] of foreign)
    add("foreign-session", "info", { detail: `${id} on ${count} lines, ${own ?? "?"} on the rest` });
  const leaf = state.lastPrompt?.leaf;
  if (leaf !== null && leaf !== undefined && !log.byId.has(leaf))
    add("leaf-missing", "warning", { line: state.lastPrompt?.line, id: leaf });
  if (conversation.refused !== undefined && scope === "main")
    add("no-conversation", "error", { detail: conversation.refused });
}
