// Two sessions -> which entries of the one are entries of the other: by uuid, by where they were copied from, or by message and place.
import { type EntryId, type JsonObject, decodeLine, fieldOf, isEntryId, objectField } from "../format/index.ts";
import type { Node } from "../graph/index.ts";
import type { Source } from "./plan.ts";

export type Shared = {
  /** The other session's entry that this one is, if it is one. */
  readonly in: (node: Node) => EntryId | undefined;
  readonly idFor: (id: EntryId) => EntryId | undefined;
};

export function sharedWith(fork: Source, source: Source): Shared {
  const known = source.session.log.byId;
  const found = new Map<EntryId, EntryId>();
  const origins = hasOrigins(fork) ? originsIn(fork) : new Map<EntryId, EntryId>();
  const reverse = hasOrigins(source) ? new Map([...originsIn(source)].map(([id, origin]) => [origin, id])) : undefined;
  const byMessage = messageLines(source);
  for (const node of fork.session.log.nodes) {
    if (node.id === undefined) continue;
    const origin = origins.get(node.id);
    const same = [node.id, origin, reverse?.get(node.id), origin === undefined ? undefined : reverse?.get(origin)];
    const id = same.find((one) => one !== undefined && known.has(one)) ?? byMessage(node);
    if (id !== undefined) found.set(node.id, id);
  }
  return { in: (node) => (node.id === undefined ? undefined : found.get(node.id)), idFor: (id) => found.get(id) };
}

const hasOrigins = ({ session }: Source): boolean => session.log.state.forkedFrom !== undefined;

/** What each entry was copied from. */
function originsIn({ session, lines }: Source): ReadonlyMap<EntryId, EntryId> {
  const origins = new Map<EntryId, EntryId>();
  const chain = new Set(session.log.nodes.map((node) => node.line));
  for (const line of lines(1, session.log.tally.lines)) {
    if (!chain.has(line.number)) continue;
    const decoded = decodeLine(line);
    const raw: JsonObject | undefined = decoded.kind === "entry" || decoded.kind === "other" ? decoded.raw : undefined;
    const id = raw === undefined ? undefined : fieldOf(raw, "uuid", isEntryId);
    const fork = raw === undefined ? undefined : objectField(raw, "forkedFrom");
    const origin = fork === undefined ? undefined : fieldOf(fork, "messageUuid", isEntryId);
    if (id !== undefined && origin !== undefined) origins.set(id, origin);
  }
  return origins;
}

/** A line of the model by its message and its calls: message ids stay the same in every copy. */
function messageLines({ session }: Source): (node: Node) => EntryId | undefined {
  const lines = new Map<string, EntryId>();
  const counts = new Map<string, number>();
  for (const node of session.log.nodes) {
    const key = keyOf(node, counts);
    if (key !== undefined && node.id !== undefined) lines.set(key, node.id);
  }
  const seen = new Map<string, number>();
  return (node) => {
    const key = keyOf(node, seen);
    return key === undefined ? undefined : lines.get(key);
  };
}

function keyOf({ messageId, calls }: Node, counts: Map<string, number>): string | undefined {
  if (messageId === undefined) return undefined;
  const count = counts.get(messageId) ?? 0;
  counts.set(messageId, count + 1);
  return `${messageId} ${count} ${calls.map(({ id }) => id).join(" ")}`;
}
