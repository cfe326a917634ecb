// Calls in the midst of the conversation that have no result -> a result that says so; the last ones, which clients answer, stay.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { madeResult } from "./made-entry.ts";
import { type Response, type Rounds, isOfResponse, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendOpenCalls(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const onChain = new Set(survey.thread.chain.nodes);
  for (const response of rounds.responses.values()) {
    const calls = response.lines.flatMap((line) => line.calls.map(({ id }) => ({ id: String(id), line })));
    const open = calls.filter(({ id }) => !rounds.resultsOf.has(id));
    if (open.length === 0 || isLast(response, rounds)) continue;
    // A client that takes the conversation up again leaves a call behind which nobody answered.
    const isLeft = open.length === calls.length && !open.some(({ line }) => onChain.has(line));
    if (!isLeft) answer(response, open, { rounds, survey, bench });
  }
}

/** Nothing but results, notes and attachments behind it. */
function isLast({ messageId, end }: Response, { path }: Rounds): boolean {
  return path
    .slice(end + 1)
    .every(
      (node) =>
        node.type === "attachment" ||
        node.type === "system" ||
        node.type === "progress" ||
        node.results.length > 0 ||
        node.messageId === messageId,
    );
}

type Open = { readonly id: string; readonly line: Node };
type Work = { readonly rounds: Rounds; readonly survey: Survey; readonly bench: Bench };

/** Behind the last line or result of the response on the chain, in one line of descent. */
function answer(response: Response, open: readonly Open[], { rounds, survey, bench }: Work): void {
  const { nodes } = survey.thread.chain;
  const last = nodes.findLastIndex((node) => isOfResponse(node, response));
  const host = nodes[last] ?? response.lines.at(-1);
  const next = nodes[last + 1];
  const beside = host === undefined ? undefined : bench.read(survey.entryOf(host).at);
  if (host?.id === undefined || beside === undefined) return;
  const isTree = rounds.path.some((node) => node.source !== undefined);
  const at = Math.max(survey.entryOf(host).at, ...open.map(({ line }) => survey.entryOf(line).at));
  let parent: string = host.id;
  for (const { id, line } of open) {
    const uuid = bench.newUuid();
    const timestamp = timeBetween(host, next, bench);
    bench.insert(at, madeResult(id, isTree ? line.id : undefined, { uuid, parent, timestamp, beside }));
    bench.step(
      "open-call",
      "{line}: a call without a result got one that says so, as clients leave such calls out.",
      survey.entryOf(line).at,
    );
    parent = uuid;
  }
  if (next !== undefined) bench.change(survey.entryOf(next).at, { op: "set", path: ["parentUuid"], value: parent });
}

function timeBetween(before: Node, after: Node | undefined, bench: Bench): string {
  if (before.timeMs === undefined) return bench.now();
  const isRoom = after?.timeMs === undefined || after.timeMs > before.timeMs;
  return new Date(before.timeMs + (isRoom ? 1 : 0)).toISOString();
}
