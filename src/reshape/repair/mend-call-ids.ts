// A call id that two responses use -> the later call and its result under an id of their own, so that both are replayed.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { type Rounds, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendCallIds(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const used = new Set(survey.entries.flatMap(({ node }) => node.calls.map(({ id }) => String(id))));
  const first = new Map<string, Node>();
  for (const node of rounds.path) {
    for (const { id } of node.calls) {
      const owner = first.get(id);
      if (owner === undefined) first.set(id, node);
      else if (owner.messageId !== node.messageId) {
        const fresh = freshId(id, used);
        used.add(fresh);
        rename(id, fresh, { node, result: ownResult(id, { owner, node, rounds }), survey, bench });
      }
    }
  }
}

function freshId(id: string, used: ReadonlySet<string>): string {
  for (let count = 2; ; count++) if (!used.has(`${id}_${count}`)) return `${id}_${count}`;
}

type Pair = { readonly owner: Node; readonly node: Node; readonly rounds: Rounds };

/** The result that hangs on the later call, or the first that stands behind it when the earlier one has its own. */
function ownResult(id: string, { owner, node, rounds }: Pair): Node | undefined {
  const results = rounds.resultsOf.get(id) ?? [];
  const linked = results.find((result) => result.source === node.id || result.parent === node.id);
  if (linked !== undefined) return linked;
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
