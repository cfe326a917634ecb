// Entries without a uuid or with another's -> each with its own: the one that its children name where that is known, else a new one.
import { type EntryId, isEntryId } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import { answers } from "./answers.ts";
import type { Bench } from "./bench.ts";
import { mayAnswer } from "./later.ts";
import type { Survey } from "./survey.ts";

export function mendIds(survey: Survey, bench: Bench): void {
  const { needy, twins } = needyNodes(survey);
  if (needy.length === 0 && twins.length === 0) return;
  const lost = lostIds(survey);
  const given = matched([...needy, ...twins.flat()], lost, survey);
  for (const node of needy) giveId(node, given.get(node), { survey, bench });
  for (const group of twins) {
    // Someone keeps the uuid: the first that has no other.
    const keeper = group.find((node) => !given.has(node));
    const byCall = childrenByCall(group[0], survey);
    for (const node of group) {
      if (node === keeper) continue;
      const uuid = giveId(node, given.get(node), { survey, bench });
      takeChildren(node, { uuid, first: keeper, byCall }, { survey, bench });
    }
  }
}

type Work = { readonly survey: Survey; readonly bench: Bench };

function needyNodes({ entries }: Survey): {
  readonly needy: readonly Node[];
  readonly twins: readonly (readonly Node[])[];
} {
  const byId = new Map<string, Node[]>();
  const needy: Node[] = [];
  for (const { node } of entries) {
    if (node.id === undefined) needy.push(node);
    else {
      const group = byId.get(node.id);
      if (group === undefined) byId.set(node.id, [node]);
      else group.push(node);
    }
  }
  return { needy, twins: [...byId.values()].filter((group) => group.length > 1) };
}

type Lost = { readonly id: EntryId; readonly by: readonly Node[]; readonly firstIndex: number };

/** Ids that something names and nothing has. */
function lostIds({ entries, states, find, log }: Survey): readonly Lost[] {
  const lost = new Map<EntryId, Node[]>();
  const firstIndex = new Map<EntryId, number>();
  const add = (id: string | undefined, by: Node | undefined, index: number): void => {
    if (!isEntryId(id) || find(id) !== undefined) return;
    const known = lost.get(id) ?? [];
    if (by !== undefined) known.push(by);
    lost.set(id, known);
    firstIndex.set(id, Math.min(firstIndex.get(id) ?? Infinity, index));
  };
  for (const { node, note } of entries) {
    if (node.parent !== node.id) add(node.parent, node, node.index);
    add(node.source, node, node.index);
    add(note.logicalParent, node, node.index);
  }
  for (const { at, leaf } of states) {
    if (leaf === undefined || find(leaf) !== undefined) continue;
    add(leaf, undefined, nodesBefore(log.nodes, at));
  }
  return [...lost].map(([id, by]) => ({ id, by, firstIndex: firstIndex.get(id) ?? 0 }));
}

/** How many entries stand in front of a place in the view. */
function nodesBefore(nodes: readonly Node[], at: number): number {
  let [from, to] = [0, nodes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((nodes[middle]?.line ?? Infinity) - 1 < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** So far behind an entry its first child still stands, when calls ran side by side. */
const maxDistance = 20;

function matched(needy: readonly Node[], lost: readonly Lost[], survey: Survey): ReadonlyMap<Node, EntryId> {
  const given = new Map<Node, EntryId>();
  const taken = new Set<EntryId>();
  const byIndex = new Map(needy.map((node) => [node.index, node]));
  const byCall = new Map(needy.flatMap((node) => node.calls.map(({ id }) => [id, node] as const)));
  const isFree = (node: Node | undefined): node is Node => node !== undefined && !given.has(node);
  const give = (node: Node | undefined, id: EntryId): void => {
    if (!isFree(node)) return;
    given.set(node, id);
    taken.add(id);
  };
  for (const { id, by } of lost) {
    const candidates = by.flatMap((child) => [
      ...child.results.map(({ callId }) => byCall.get(callId)),
      byIndex.get(child.index - 1),
    ]);
    const isClaimed = claimsOf(by);
    give(
      candidates.find((node) => isFree(node) && isClaimed(node)),
      id,
    );
  }
  for (const { id, by, firstIndex } of lost.toSorted((a, b) => a.firstIndex - b.firstIndex)) {
    if (taken.has(id)) continue;
    for (let index = firstIndex - 1; index >= firstIndex - maxDistance; index--) {
      const node = byIndex.get(index);
      if (!isFree(node) || !by.every((child) => survey.isSameLane(child, node) && mayAnswer(child, node))) continue;
      // A twin gives its uuid up only for one that the very next entry names.
      if (node.id === undefined || index === firstIndex - 1) give(node, id);
      break;
    }
  }
  return given;
}

const belongs = (child: Node, node: Node): boolean =>
  child.index !== node.index && (answers(child, node) || isNextLine(child, node));

const isNextLine = (child: Node, node: Node): boolean =>
  child.messageId !== undefined && child.messageId === node.messageId && child.index === node.index + 1;

/** Whether any of these children belongs to an entry. */
function claimsOf(children: readonly Node[]): (node: Node) => boolean {
  const byCall = answersByCall(children);
  const byIndex = new Map(children.map((child) => [child.index, child]));
  return (node) => {
    const next = byIndex.get(node.index + 1);
    if (next !== undefined && isNextLine(next, node)) return true;
    return node.calls.some(({ id }) => byCall.get(id)?.some((child) => child.index !== node.index) === true);
  };
}

function answersByCall(children: Iterable<Node>): ReadonlyMap<string, readonly Node[]> {
  const byCall = new Map<string, Node[]>();
  for (const child of children)
    for (const { callId } of child.results) {
      const others = byCall.get(callId);
      if (others === undefined) byCall.set(callId, [child]);
      else others.push(child);
    }
  return byCall;
}

function giveId(node: Node, known: EntryId | undefined, { survey, bench }: Work): EntryId {
  const { at } = survey.entryOf(node);
  const isMissing = node.id === undefined;
  const uuid = known ?? bench.newUuid();
  bench.change(at, { op: "set", path: ["uuid"], value: uuid });
  const whose = known === undefined ? "a new one" : "the one that other lines know it by";
  bench.step(
    isMissing ? "missing-uuid" : "duplicate-uuid",
    isMissing ? `{line} had no uuid and got ${whose}.` : `{line} had the uuid of another entry and got ${whose}.`,
    at,
  );
  return uuid;
}

/** More of them hang on one uuid only where all of them do. */
const maxChildren = 1000;

/** What hangs on a uuid that several entries share, by the calls it answers. */
function childrenByCall(twin: Node | undefined, survey: Survey): ReadonlyMap<string, readonly Node[]> {
  const named = survey.find(twin?.id);
  const children: Node[] = [];
  for (const child of named === undefined ? [] : survey.thread.links.childrenOf(named)) {
    if (children.length === maxChildren) break;
    children.push(child);
  }
  return answersByCall(children);
}

type Parting = {
  readonly uuid: EntryId;
  readonly first: Node | undefined;
  readonly byCall: ReadonlyMap<string, readonly Node[]>;
};

/** What stands behind it and named the shared uuid goes with it, if it fits there better. */
function takeChildren(node: Node, { uuid, first, byCall }: Parting, { survey, bench }: Work): void {
  const next = survey.entries[node.index + 1]?.node;
  const candidates = [...(next === undefined ? [] : [next]), ...node.calls.flatMap(({ id }) => byCall.get(id) ?? [])];
  for (const child of new Set(candidates)) {
    const place = survey.entryOf(child).at;
    if (child.parent !== node.id || child.index <= node.index) continue;
    const isFirsts = first !== undefined && first !== node && belongs(child, first);
    if (!isFirsts && (child === next || belongs(child, node)))
      bench.change(place, { op: "set", path: ["parentUuid"], value: uuid });
    if (child.source === node.id && belongs(child, node))
      bench.change(place, { op: "set", path: ["sourceToolAssistantUUID"], value: uuid });
  }
}
