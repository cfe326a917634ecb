// A call id that two calls use -> the later call and its result under an id of their own, so that both are replayed.
import { type Json, arrayField, field, isObject, jsonText, objectField } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { type Rounds, roundsOf } from "./rounds.ts";
import type { Entry, Survey } from "./survey.ts";

export function mendCallIds(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const first = new Map<string, Node>();
  for (const node of rounds.path) {
    for (const id of new Set(node.calls.map((call) => String(call.id)))) {
      const owner = first.get(id) ?? node;
      first.set(id, owner);
      for (const index of laterCalls(id, { owner, node, survey, bench })) {
        // Not the old id with something behind it: the newest client takes the two for one, and drops a result.
        const fresh = `toolu_${bench.newUuid().replaceAll("-", "")}`;
        const result = ownResult(id, { owner, node, rounds, survey });
        rename(id, fresh, { node, index, result, survey, bench });
      }
    }
  }
}

type Uses = { readonly owner: Node; readonly node: Node; readonly survey: Survey; readonly bench: Bench };

/** Which blocks of a line are calls of their own under an id that was taken: within one response a second copy is none. */
function laterCalls(id: string, { owner, node, survey, bench }: Uses): readonly number[] {
  const own = callsUnder(id, survey.entryOf(node));
  if (owner !== node && owner.messageId !== node.messageId) return own;
  if (owner === node && own.length < 2) return [];
  const [known] = callsUnder(id, survey.entryOf(owner));
  const asked = callText(contentOf(owner, { survey, bench }), known);
  const content = contentOf(node, { survey, bench });
  return own.filter((index) => {
    const text = callText(content, index);
    return text !== undefined && asked !== undefined && text !== asked;
  });
}

const callsUnder = (id: string, { note }: Entry): readonly number[] =>
  note.blocks.flatMap((block, index) => (block.type === "tool_use" && block.id === id ? [index] : []));

const contentOf = (node: Node, { survey, bench }: Pick<Uses, "survey" | "bench">): readonly Json[] =>
  arrayField(objectField(bench.read(survey.entryOf(node).at) ?? {}, "message") ?? {}, "content") ?? [];

/** What is asked, whatever the id. */
function callText(content: readonly Json[], index: number | undefined): string | undefined {
  const block = content[index ?? -1];
  return isObject(block) ? jsonText([field(block, "name") ?? null, field(block, "input") ?? null]) : undefined;
}

const maxShared = 100;

const linkedTo = (node: Node, { thread }: Survey): readonly Node[] => [
  ...thread.links.childrenOf(node),
  ...thread.links.sourcedFrom(node),
];

type Pair = { readonly owner: Node; readonly node: Node; readonly rounds: Rounds; readonly survey: Survey };

/** The result that hangs on the later call, or the first that stands behind it when the earlier one has its own. */
function ownResult(id: string, { owner, node, rounds, survey }: Pair): Node | undefined {
  const linked = linkedTo(node, survey).find((result) => result.results.some(({ callId }) => callId === id));
  const results = rounds.resultsOf.get(id) ?? [];
  // An id that everything shares tells nothing.
  if (linked !== undefined || results.length > maxShared) return linked;
  const place = rounds.placeOf.get(node) ?? 0;
  const others = results.filter((result) => result.source !== owner.id && result.parent !== owner.id);
  const behind = others.filter((result) => (rounds.placeOf.get(result) ?? 0) > place);
  return results.length > 1 || behind.length < others.length ? behind.at(-1) : undefined;
}

type Renaming = {
  readonly node: Node;
  /** Of the block. */
  readonly index: number;
  readonly result: Node | undefined;
  readonly survey: Survey;
  readonly bench: Bench;
};

function rename(id: string, fresh: string, { node, index, result, survey, bench }: Renaming): void {
  const { at } = survey.entryOf(node);
  bench.change(at, { op: "set", path: ["message", "content", index, "id"], value: fresh });
  if (result !== undefined) {
    const answer = survey.entryOf(result);
    // Of several on one line the last answers the later call.
    const block = answer.note.blocks.findLastIndex(({ callId }) => callId === id);
    bench.change(answer.at, { op: "set", path: ["message", "content", block, "tool_use_id"], value: fresh });
  }
  bench.step(
    "duplicate-call",
    "{line}: a call had the id of an earlier one; it and its result got an id of their own.",
    at,
  );
}
