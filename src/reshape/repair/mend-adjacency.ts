// Results that hang behind a later message -> hung behind their call, and what hung on them on what they hung on.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { type ChainOrder, chainOrder } from "./chain-order.ts";
import { type Response, type Rounds, isOfResponse, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendAdjacency(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const isStray = straysIn(rounds);
  const strays = survey.thread.chain.nodes.filter(isStray);
  if (strays.length === 0) return;
  const order = chainOrder(survey.thread.chain.nodes);
  const lastOf = lastsIn(order);
  const moved = new Set<Node>();
  for (const node of strays) {
    const pair = pairOf(node, rounds);
    const left = order.behind(node);
    const host = pair === undefined ? undefined : lastOf(pair, node);
    order.move(node, host);
    const { at } = survey.entryOf(node);
    bench.step("result-not-adjacent", "{line}: a result that hung behind a later message hangs on its call now.", at);
    for (const one of [node, order.behind(node), left])
      if (one !== undefined && order.before(one) !== undefined) moved.add(one);
  }
  for (const node of moved) {
    const parent = order.before(node)?.id;
    if (parent !== node.parent)
      bench.change(survey.entryOf(node).at, { op: "set", path: ["parentUuid"], value: parent ?? null });
  }
}

type Found = { readonly response: Response; readonly last: Node; readonly moves: number };
type LastOf = (pair: Pair, stray: Node) => Node | undefined;

/** The last line or result of the response behind its call and in front of a stray one, with nothing of others between. */
function lastsIn(order: ChainOrder): LastOf {
  /** What was found from a line or result on: later strays of the response start there. */
  const known = new Map<Node, Found>();
  const moves = new Map<Node, number>();
  const movesOf = (node: Node): number => moves.get(node) ?? 0;
  return ({ response, caller }, stray) => {
    moves.set(stray, movesOf(stray) + 1);
    const first = order.has(caller) ? caller : memberBefore(response, stray);
    if (first === undefined) return undefined;
    const passed: Node[] = [];
    let [last, at]: [Node, Node | undefined] = [first, first];
    while (at !== undefined && at !== stray && !isOther(at, response)) {
      const further: Found | undefined = known.get(at);
      if (isOfResponse(at, response)) {
        last = at;
        passed.push(at);
      }
      const isGood: boolean =
        further?.response === response && further.last !== at && further.moves === movesOf(further.last);
      at = isGood && further !== undefined ? further.last : order.behind(at);
    }
    for (const one of passed) known.set(one, { response, last, moves: movesOf(last) });
    return last;
  };

  function memberBefore(response: Response, stray: Node): Node | undefined {
    let at = order.before(stray);
    while (at !== undefined && !isOfResponse(at, response)) at = order.before(at);
    return at;
  }
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
function straysIn(rounds: Rounds): (node: Node) => boolean {
  const { path, placeOf } = rounds;
  /** Lines of the model in front of each place, in all and of the same message. */
  const spoken = new Int32Array(path.length + 1);
  const own = new Map<string | undefined, number[]>();
  for (const [place, { type, messageId }] of path.entries()) {
    spoken[place + 1] = (spoken[place] ?? 0) + (type === "assistant" ? 1 : 0);
    if (type !== "assistant") continue;
    const places = own.get(messageId);
    if (places === undefined) own.set(messageId, [place]);
    else places.push(place);
  }
  return (node) => {
    const pair = pairOf(node, rounds);
    if (pair === undefined) return false;
    const [from, to] = [placeOf.get(pair.caller) ?? 0, placeOf.get(node) ?? 0];
    const places = own.get(pair.response.messageId) ?? [];
    const ours = countBelow(places, to) - countBelow(places, from);
    return to > from && (spoken[to] ?? 0) - (spoken[from] ?? 0) > ours;
  };
}

/** How many of these, in rising order, are smaller. */
function countBelow(places: readonly number[], limit: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle] ?? Infinity) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
