// Entries put together from halves, and what the log around them knows -> how well they fit it, in points; the more the better.
import {
  type Block,
  type JsonObject,
  blocksOf,
  field,
  isEntryId,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { Log } from "../../graph/index.ts";

export type Lore = {
  readonly knows: (id: string) => boolean;
  /** Calls that some line makes, and those that some line answers. */
  readonly called: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
  /** Whether its ids look as those of clients do: only then another shape tells something. */
  readonly hasUuids: boolean;
};

export function loreOf({ nodes, byId }: Log): Lore {
  const [called, answered] = [new Set<string>(), new Set<string>()];
  let uuids = 0;
  for (const { id, calls, results } of nodes) {
    if (id !== undefined && uuidShape.test(id)) uuids += 1;
    for (const call of calls) called.add(call.id);
    for (const { callId } of results) answered.add(callId);
  }
  return { knows: (id) => isEntryId(id) && byId.has(id), called, answered, hasUuids: uuids * 2 > nodes.length };
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const links: ReadonlySet<string> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/** `beside`: the envelope of the line before. */
export function fitOf(raws: readonly JsonObject[], lore: Lore, beside: JsonObject | undefined): number {
  const contents = raws.map((raw) => blocksOf(field(objectField(raw, "message") ?? {}, "content")));
  return raws.reduce((sum, raw, place) => {
    const others = raws.filter((other) => other !== raw);
    const theirs = contents.flatMap((blocks, other) => (other === place ? [] : blocks));
    return sum + envelopeFit(raw, lore, { others, beside }) + blocksFit(contents[place] ?? [], theirs, lore);
  }, 0);
}

type Around = { readonly others: readonly JsonObject[]; readonly beside: JsonObject | undefined };

function envelopeFit(raw: JsonObject, lore: Lore, { others, beside }: Around): number {
  const isKnown = (id: string): boolean =>
    lore.knows(id) || others.some((other) => stringField(other, "uuid") === id && id !== stringField(raw, "uuid"));
  let points = 0;
  if (links.has(stringField(raw, "type") ?? "")) {
    const uuid = stringField(raw, "uuid");
    points += uuid !== undefined && isShaped(uuid, lore) ? 1 : -2;
    points += timeShape.test(stringField(raw, "timestamp") ?? "") ? 1 : -2;
    // Nobody is his own parent, and two have no one uuid.
    if (uuid !== undefined && (lore.knows(uuid) || uuid === stringField(raw, "parentUuid"))) points -= 3;
  }
  for (const key of ["parentUuid", "leafUuid", "sourceToolAssistantUUID"]) {
    const id = stringField(raw, key);
    if (id !== undefined) points += isKnown(id) ? 2 : isShaped(id, lore) ? 0 : -2;
  }
  for (const key of ["sessionId", "version", "cwd", "gitBranch"]) {
    const [own, usual] = [stringField(raw, key), stringField(beside ?? {}, key)];
    if (own !== undefined && usual !== undefined) points += own === usual ? 1 : -1;
  }
  return points;
}

const isShaped = (id: string, { hasUuids }: Lore): boolean => (hasUuids ? uuidShape.test(id) : /^[^\s"{}]+$/.test(id));

/** A result has its call, and most calls their result. */
function blocksFit(own: readonly Block[], theirs: readonly Block[], { called, answered }: Lore): number {
  let points = 0;
  for (const block of own) {
    if (block.type === "tool_result" && block.callId !== undefined) {
      const { callId } = block;
      const isCalled = called.has(callId) || theirs.some((other) => other.type === "tool_use" && other.id === callId);
      points += isCalled ? 2 : -1;
    }
    if (block.type === "tool_use" && block.id !== undefined) {
      const { id } = block;
      const isAnswered =
        answered.has(id) || theirs.some((other) => other.type === "tool_result" && other.callId === id);
      points += isAnswered ? 2 : 0;
    }
  }
  return points;
}
