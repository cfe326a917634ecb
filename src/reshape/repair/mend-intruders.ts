// Messages in the midst of a response that was still calling tools -> hung behind its results, or clients part the calls from them.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { permute } from "./mend-order.ts";
import { type Response, type Rounds, isOfResponse, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendIntruders(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const chain = [...survey.thread.chain.nodes];
  const behind = new Map<Node, readonly Node[]>();
  for (const response of rounds.responses.values()) {
    const own = intrudersIn(response, rounds).filter((node) => chain.includes(node));
    if (own.length === 0) continue;
    for (const node of own) chain.splice(chain.indexOf(node), 1);
    const end = endOf(response, chain);
    const last = lastInFile(response, rounds, chain.slice(end + 1));
    chain.splice(end + 1, 0, ...own);
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

/** Only where a call in front of it has its result behind a later line of the response: everything else clients cope with. */
function intrudersIn(response: Response, { path, placeOf, resultsOf }: Rounds): readonly Node[] {
  const { lines, end } = response;
  const first = lines.find(({ calls }) => calls.length > 0);
  const start = first === undefined ? end : (placeOf.get(first) ?? end);
  return path.slice(start, end).filter((node) => isMessage(node) && !isOfResponse(node, response) && isParting(node));

  function isParting(node: Node): boolean {
    const place = placeOf.get(node) ?? 0;
    const next = lines.map((line) => placeOf.get(line) ?? 0).find((one) => one > place) ?? end;
    const isOpen = (id: string): boolean => {
      const results = (resultsOf.get(id) ?? []).map((result) => placeOf.get(result) ?? 0);
      return results.length > 0 && results.every((one) => one > next);
    };
    return lines.some((line) => (placeOf.get(line) ?? 0) < place && line.calls.some(({ id }) => isOpen(id)));
  }
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
