// A source and what is asked of its lines -> its log as it will be: dropped entries gone, what hung on them hung higher, added ones in.
import { type EntryId, type Json, isEntryId, timestampMs } from "../format/index.ts";
import { type Log, type Message, type Node, gatherLog } from "../graph/index.ts";
import { type Ancestors, ancestorsIn } from "./ancestor.ts";
import { entriesAt } from "./reading.ts";
import type { Change } from "./plan.ts";
import type { Work } from "./work.ts";

export type Edited = {
  /** In the order of the result; the `line` of a node is its place. */
  readonly log: Log;
  readonly ancestors: Ancestors;
};

export function editedLog(work: Work): Edited {
  const { log } = work.source.session;
  if (work.isIdle()) return { log, ancestors: ancestorsIn(log, log.byId) };
  const reread = rereadLog(work);
  const nodes = [...keptNodes(work, reread)].sort((a, b) => a.line - b.line);
  const ids = new Map<EntryId, Node>();
  for (const node of nodes) if (node.id !== undefined) ids.set(node.id, node);
  const ancestors = ancestorsIn(log, ids);
  const hung = nodes.map((node) => rehung(node, ancestors, work));
  return { log: logOf(hung, log, reread), ancestors };
}

/** Lines whose changes may mean another node, and all that is new, read as a small log of their own. */
function rereadLog(work: Work): Log {
  const places = new Set(work.extras().keys());
  for (const [place, changes] of work.changedPlaces()) if (!changes.every(isSlight)) places.add(place);
  for (const place of work.droppedPlaces()) places.delete(place);
  return gatherLog(entriesAt(places, work));
}

function* keptNodes(work: Work, reread: Log): Generator<Node, void, undefined> {
  const fresh = new Set(reread.nodes.map((node) => node.line));
  for (const node of work.source.session.log.nodes) {
    const isReplaced = work.isDropped(node.line) || work.extraAt(node.line) !== undefined || fresh.has(node.line);
    if (!isReplaced) yield slightlyChanged(node, work.changesAt(node.line));
  }
  yield* reread.nodes;
}

/** Changes that a node can follow without being read again, or that it does not show. */
function isSlight({ op, path }: Change): boolean {
  const [top, inner, , key] = path;
  if (top === "message") {
    if (inner === "content") return path.length > 3 && !blockKeys.has(key);
    return inner !== undefined && inner !== "id";
  }
  return top !== undefined && !structural.has(top) && (op === "set" || !followed.has(top));
}

const blockKeys: ReadonlySet<string | number | undefined> = new Set(["type", "id", "tool_use_id", "is_error", "name"]);
const followed: ReadonlySet<string | number> = new Set(["parentUuid", "uuid", "timestamp", "isSidechain"]);
const structural: ReadonlySet<string | number> = new Set([
  "type",
  "subtype",
  "isMeta",
  "isCompactSummary",
  "attachment",
  "compactMetadata",
  "logicalParentUuid",
  "sourceToolAssistantUUID",
  "origin",
]);

function slightlyChanged(node: Node, changes: readonly Change[]): Node {
  return changes.reduce((changed, change) => (change.op === "set" ? withValue(changed, change) : changed), node);
}

function withValue(node: Node, { path, value }: Extract<Change, { op: "set" }>): Node {
  switch (path.join(".")) {
    case "parentUuid":
      return { ...node, parent: isEntryId(value) ? value : undefined };
    case "uuid":
      return { ...node, id: isEntryId(value) ? value : undefined };
    case "timestamp":
      return { ...node, timeMs: timestampMs(textOf(value)) };
    case "isSidechain":
      return { ...node, sidechain: value === true };
  }
  return node;
}

const textOf = (value: Json): string | undefined => (typeof value === "string" ? value : undefined);

function rehung(node: Node, ancestors: Ancestors, work: Work): Node {
  if (node.parent === undefined || !ancestors.isGone(node.parent)) return node;
  const parent = ancestors.above(node.parent);
  work.change(node.line, { op: "set", path: ["parentUuid"], value: parent ?? null });
  return { ...node, parent };
}

/** The log that these nodes make, in this order. */
export function logOf(ordered: readonly Node[], before: Log, reread: Log = before): Log {
  const nodes = ordered.map((node, index) => (node.index === index ? node : { ...node, index }));
  const byId = new Map<EntryId, Node>();
  const messages = new Map<string, Message>();
  const compactions = new Map([...before.compactions, ...reread.compactions]);
  const boundaries = new Set<number>();
  let lastBoundaryLine = 0;
  for (const node of nodes) {
    if (node.id !== undefined) byId.set(node.id, node);
    if (compactions.has(node.line)) {
      boundaries.add(node.line);
      lastBoundaryLine = Math.max(lastBoundaryLine, node.line);
    }
    const key = node.messageId ?? node.id;
    const message = key === undefined ? undefined : (reread.messages.get(key) ?? before.messages.get(key));
    if (message !== undefined && !messages.has(message.id))
      messages.set(message.id, { ...message, firstIndex: node.index });
  }
  for (const line of compactions.keys()) if (!boundaries.has(line)) compactions.delete(line);
  return { ...before, nodes, byId, messages, compactions, lastBoundaryLine };
}
