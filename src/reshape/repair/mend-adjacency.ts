// Results that hang behind a later message -> hung behind their call, and what hung on them on what they hung on.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { type Response, type Rounds, isOfResponse, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendAdjacency(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const chain = [...survey.thread.chain.nodes];
  const strays = chain.filter((node) => isStray(node, rounds));
  if (strays.length === 0) return;
  const before = new Map<Node, string | undefined>();
  for (const node of strays) {
    const pair = pairOf(node, rounds);
    const from = chain.indexOf(node);
    chain.splice(from, 1);
    const host = pair === undefined ? -1 : lastOf(pair, chain, from);
    chain.splice(host + 1, 0, node);
    const { at } = survey.entryOf(node);
    bench.step("result-not-adjacent", "{line}: a result that hung behind a later message hangs on its call now.", at);
    for (const place of [host + 1, host + 2, from + 1]) {
      const moved = chain[place];
      if (moved !== undefined && place > 0) before.set(moved, chain[place - 1]?.id);
    }
  }
  for (const [node] of before) {
    const parent = chain[chain.indexOf(node) - 1]?.id;
    if (parent !== node.parent)
      bench.change(survey.entryOf(node).at, { op: "set", path: ["parentUuid"], value: parent ?? null });
  }
}

/** The last line or result of the response behind its call and in front of a place, with nothing of others between. */
function lastOf({ response, caller }: Pair, chain: readonly Node[], from: number): number {
  const called = chain.indexOf(caller);
  const first =
    called === -1 ? chain.findLastIndex((node, place) => place < from && isOfResponse(node, response)) : called;
  let last = first;
  for (let place = first; place < from && place >= 0; place++) {
    const node = chain[place];
    if (node === undefined || isOther(node, response)) break;
    if (isOfResponse(node, response)) last = place;
  }
  return last;
}

const isOther = (node: Node, { messageId }: Response): boolean =>
  node.type === "assistant" && node.messageId !== messageId;

type Pair = { readonly response: Response; readonly caller: Node };

function pairOf(node: Node, { callerOf, responses }: Rounds): Pair | undefined {
  const call = node.results[0]?.callId;
  const caller = call === undefined ? undefined : callerOf.get(call);
  const response = caller?.messageId === undefined ? undefined : responses.get(caller.messageId);
  return caller === undefined || response === undefined ? undefined : { response, caller };
}

/** A line of another response stands between a result and its call. */
function isStray(node: Node, rounds: Rounds): boolean {
  const pair = pairOf(node, rounds);
  if (pair === undefined) return false;
  const [from, to] = [rounds.placeOf.get(pair.caller) ?? 0, rounds.placeOf.get(node) ?? 0];
  return rounds.path.slice(from, to).some((other) => isOther(other, pair.response));
}
