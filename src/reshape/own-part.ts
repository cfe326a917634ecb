// A fork and what it shares with its session -> the lines of it that the session does not have, in their order; a mere repeat is none of them.
import { type Decoded, type Json, type JsonObject, decodeLine, field, isEntryId, utf8Text } from "../format/index.ts";
import { type Node, textHash } from "../graph/index.ts";
import type { Source } from "./plan.ts";
import type { Shared } from "./shared.ts";

export type OwnPart = {
  /** By line, in rising order; undefined for a line beside the chain. */
  readonly lines: ReadonlyMap<number, Node | undefined>;
};

export type Forked = {
  readonly fork: Source;
  readonly source: Source;
  readonly shared: Shared;
  /** What the fork's conversation has behind what both share. */
  readonly tail: readonly Node[];
  /** The two are parts of one session: the second tells what held later. */
  readonly parts: "of-one-session" | undefined;
};

export function ownPart(forked: Forked): OwnPart {
  const start = startOf(forked);
  const nodes = ownNodes(forked, start);
  const found = new Map<number, Node | undefined>([...nodes].map((node) => [node.line, node]));
  for (const line of besideLines(forked, start)) found.set(line, undefined);
  return { lines: new Map([...found].sort(([a], [b]) => a - b)) };
}

/** The last line that both have in front of the tail. */
function startOf({ fork, shared, tail }: Forked): number {
  const first = tail.reduce((least, { line }) => Math.min(least, line), Infinity);
  const common = fork.session.log.nodes.findLast((node) => node.line < first && shared.in(node) !== undefined);
  return common?.line ?? 0;
}

/** The tail, what hangs below it, and behind the common part the branches and agents beside it. */
function ownNodes({ fork, shared, tail }: Forked, start: number): ReadonlySet<Node> {
  const { log } = fork.session;
  const nodes = new Set(tail);
  for (const node of log.nodes) {
    if (shared.in(node) !== undefined) continue;
    const parent = node.parent === undefined ? undefined : log.byId.get(node.parent);
    const isBelow = parent !== undefined && nodes.has(parent);
    if (isBelow || (node.line > start && isBeside(node, parent, shared))) nodes.add(node);
  }
  return nodes;
}

/** A second beginning would be taken for a conversation of its own. */
function isBeside(node: Node, parent: Node | undefined, shared: Shared): boolean {
  if (parent === undefined) return node.sidechain && node.parent === undefined;
  return shared.in(parent) !== undefined;
}

function* besideLines(forked: Forked, start: number): Generator<number, void, undefined> {
  const { fork, source, shared, tail, parts } = forked;
  const known = new Map<string, number>();
  const types = new Set<string>();
  for (const decoded of beside(source)) {
    const key = keyOf(decoded, undefined);
    known.set(key, (known.get(key) ?? 0) + 1);
    types.add(typeOf(decoded));
  }
  const ids = new Set(tail.map(({ id }) => id));
  const firstLine = tail.reduce((least, { line }) => Math.min(least, line), Infinity);
  const end = tail.findLast(({ type }) => type === "user" || type === "assistant")?.id;
  for (const decoded of beside(fork)) {
    const key = keyOf(decoded, shared);
    // What a second part has in common with the first stands in front of its conversation.
    const isOwn = parts !== undefined && decoded.line.number > firstLine;
    const count = isOwn ? 0 : (known.get(key) ?? 0);
    if (count > 0) known.set(key, count - 1);
    else if (decoded.line.number > start && isTrue(decoded)) yield decoded.line.number;
  }

  /** Whether it still holds once the fork is a part of the session. */
  function isTrue(decoded: Decoded): boolean {
    const type = typeOf(decoded);
    if (type === "last-prompt" && "raw" in decoded) return isLeading(decoded.raw);
    return parts !== undefined || !nameTypes.has(type) || !types.has(type);
  }

  /** Any other would lead away from the end of the conversation. */
  function isLeading(raw: JsonObject): boolean {
    const leaf = field(raw, "leafUuid");
    if (leaf === undefined) return true;
    return isEntryId(leaf) && (raw["explicit"] === true ? leaf === end : ids.has(leaf));
  }
}

/** What a session is called and what it cost: the session's own word stands, if it has one. */
const nameTypes: ReadonlySet<string> = new Set([
  "agent-color",
  "agent-name",
  "ai-title",
  "continued-in",
  "cost-state",
  "custom-title",
  "relocated",
  "worktree-state",
]);

function* beside({ session, lines }: Source): Generator<Decoded, void, undefined> {
  const { nodes, tally } = session.log;
  const chain = new Set(nodes.map(({ line }) => line));
  if (tally.lines === chain.size) return;
  for (const line of lines(1, tally.lines)) {
    if (chain.has(line.number)) continue;
    const decoded = decodeLine(line);
    if (decoded.kind !== "blank") yield decoded;
  }
}

const typeOf = (decoded: Decoded): string => ("raw" in decoded ? (decoded.type ?? "") : "");

/** The same for the same line under other ids; a mark of it, for such lines may be large. */
function keyOf(decoded: Decoded, shared: Shared | undefined): string {
  const text = "raw" in decoded ? JSON.stringify(decoded.raw, renamed) : utf8Text(decoded.line.bytes ?? nothing);
  return `${text.length} ${textHash(text)} ${textHash(`again ${text}`)} ${text.slice(0, 40)}`;

  function renamed(key: string, value: Json): Json | undefined {
    if (sessionKeys.has(key)) return undefined;
    return typeof value === "string" && isEntryId(value) ? (shared?.idFor(value) ?? value) : value;
  }
}

const nothing = new Uint8Array(0);
const sessionKeys: ReadonlySet<string> = new Set(["sessionId", "session_id", "forkedFrom"]);
