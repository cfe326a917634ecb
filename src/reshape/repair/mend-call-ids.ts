// A call id that two responses use -> the later call and its result under an id of their own, so that both are replayed.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { type Rounds, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendCallIds(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const first = new Map<string, Node>();
  for (const node of rounds.path) {
    for (const { id } of node.calls) {
      const owner = first.get(id);
      if (owner === undefined) first.set(id, node);
      else if (owner.messageId !== node.messageId) {
        // Not the old id with something behind it: the newest client takes the two for one, and drops a result.
        const fresh = `toolu_${bench.newUuid().replaceAll("-", "")}`;
        rename(id, fresh, { node, result: ownResult(id, { owner, node, rounds, survey }), survey, bench });
      }
    }
  }
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
  readonly result: Node | undefined;
  readonly survey: Survey;
  readonly bench: Bench;
};

function rename(id: string, fresh: string, { node, result, survey, bench }: Renaming): void {
  const { at, note } = survey.entryOf(node);
  for (const [index, block] of note.blocks.entries())
    if (block.type === "tool_use" && block.id === id)
      bench.change(at, { op: "set", path: ["message", "content", index, "id"], value: fresh });
  if (result !== undefined) {
    const answer = survey.entryOf(result);
    for (const [index, block] of answer.note.blocks.entries())
      if (block.callId === id)
        bench.change(answer.at, { op: "set", path: ["message", "content", index, "tool_use_id"], value: fresh });
  }
  bench.step(
    "duplicate-call",
    "{line}: a call had the id of an earlier one; it and its result got an id of their own.",
    at,
  );
}
