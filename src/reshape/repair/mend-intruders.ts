// Messages in the midst of a response that was still calling tools -> hung behind its results, or clients part the calls from them.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import type { Effort } from "./first-end.ts";
import { permute } from "./mend-order.ts";
import { type Response, type Rounds, isOfResponse, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendIntruders(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  let chain = survey.thread.chain.nodes;
  const members = new Set(chain);
  const behind = new Map<Node, readonly Node[]>();
  const effort = { left: mostLooked };
  for (const response of rounds.responses.values()) {
    if (effort.left < 0) break;
    const own = intrudersIn(response, rounds, effort).filter((node) => members.has(node));
    if (own.length === 0) continue;
    effort.left -= chain.length;
    const gone = new Set(own);
    // Each is moved once, whatever other responses it stands amidst.
    for (const node of own) members.delete(node);
    const others = chain.filter((node) => !gone.has(node));
    const end = endOf(response, others);
    const last = lastInFile(response, rounds, others.slice(end + 1));
    chain = [...others.slice(0, end + 1), ...own, ...others.slice(end + 1)];
    if (last !== undefined) behind.set(last, own);
  }
  const moved = new Set([...behind.values()].flat());
  for (const node of moved)
    bench.step(
      "amid-calls",
      "{line} stood between calls that were made at once: it hangs behind their results now.",
      survey.entryOf(node).at,
    );
  if (moved.size === 0) return;
  const order = survey.entries.flatMap(({ node }) => (moved.has(node) ? [] : [node, ...(behind.get(node) ?? [])]));
  permute(order, { survey, bench });
  const before = new Map(survey.thread.chain.nodes.map((node, place, all) => [node, all[place - 1]]));
  for (const [place, node] of chain.entries()) {
    const above = chain[place - 1];
    if (above !== before.get(node) && above?.id !== undefined)
      bench.change(survey.entryOf(node).at, { op: "set", path: ["parentUuid"], value: above.id });
  }
}

/** Each response with others amidst takes a walk along the chain: after so many entries in all the rest stays as it is. */
const mostLooked = 20_000_000;

/** Only where a call in front of it has its result behind a later line of the response: everything else clients cope with. */
function intrudersIn(response: Response, rounds: Rounds, effort: Effort): readonly Node[] {
  const { path, placeOf, resultsOf } = rounds;
  const places = response.lines.map((line) => placeOf.get(line) ?? 0);
  const found: Node[] = [];
  /** Where the last of the calls so far gets its first result. */
  let answered = -1;
  for (const [turn, line] of response.lines.entries()) {
    for (const { id } of line.calls) {
      const [first] = resultsOf.get(id) ?? [];
      if (first !== undefined) answered = Math.max(answered, placeOf.get(first) ?? 0);
    }
    const [place = 0, next = 0] = [places[turn], places[turn + 1]];
    if (answered <= next) continue;
    effort.left -= next - place;
    for (const node of path.slice(place, next)) if (isMessage(node) && !isOfResponse(node, response)) found.push(node);
  }
  return found;
}

/** Others than results; what hangs beside the messages parts nothing. */
const isMessage = ({ type, results, sidechain }: Node): boolean =>
  !sidechain && (type === "assistant" || (type === "user" && results.length === 0));

/** Behind its last line the results follow. */
function endOf(response: Response, chain: readonly Node[]): number {
  let end = chain.findLastIndex((node) => node.messageId === response.messageId);
  for (let place = end + 1; place < chain.length; place += 1) {
    const node = chain[place];
    if (node === undefined || isMessage(node)) break;
    if (isOfResponse(node, response)) end = place;
  }
  return end;
}

/** A result may hang beside the chain: what comes behind the response stands behind that in the file too. */
function lastInFile(response: Response, { path }: Rounds, rest: readonly Node[]): Node | undefined {
  const next = rest.find(isMessage)?.index ?? Infinity;
  const own = path.filter((node) => isOfResponse(node, response) && node.index < next);
  return own.toSorted((a, b) => b.index - a.index)[0];
}
