// Calls in the midst of the conversation that have no result -> a result that says so; the last ones, which clients answer, stay.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { madeResult } from "./made-entry.ts";
import { type Response, type Rounds, roundsOf } from "./rounds.ts";
import type { Survey } from "./survey.ts";

export function mendOpenCalls(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const chainPlaces = new Map(survey.thread.chain.nodes.map((node, place) => [node, place]));
  const isTree = rounds.path.some((node) => node.source !== undefined);
  for (const response of rounds.responses.values()) {
    const calls = response.lines.flatMap((line) => line.calls.map(({ id }) => ({ id: String(id), line })));
    const open = calls.filter(({ id }) => !rounds.resultsOf.has(id));
    if (open.length === 0 || isLast(response, rounds)) continue;
    // A client that takes the conversation up again leaves a call behind which nobody answered.
    const isLeft = open.length === calls.length && !open.some(({ line }) => chainPlaces.has(line));
    if (!isLeft) answer(response, open, { rounds, chainPlaces, isTree, survey, bench });
  }
}

/** Nothing but results, notes and attachments behind it. */
function isLast({ messageId, end }: Response, { path }: Rounds): boolean {
  for (let place = end + 1; place < path.length; place++) {
    const node = path[place];
    if (node?.type === "user" && node.results.length === 0) return false;
    if (node?.type === "assistant" && node.messageId !== messageId) return false;
  }
  return true;
}

type Open = { readonly id: string; readonly line: Node };
type Work = {
  /** Results name the line of their call. */
  readonly isTree: boolean;
  readonly chainPlaces: ReadonlyMap<Node, number>;
  readonly rounds: Rounds;
  readonly survey: Survey;
  readonly bench: Bench;
};

/** Behind the last line or result of the response on the chain, in one line of descent. */
function answer(response: Response, open: readonly Open[], { rounds, chainPlaces, isTree, survey, bench }: Work): void {
  const { nodes } = survey.thread.chain;
  const members = response.lines.flatMap((line) => [
    line,
    ...line.calls.flatMap(({ id }) => rounds.resultsOf.get(id) ?? []),
  ]);
  const last = members.reduce((most, node) => Math.max(most, chainPlaces.get(node) ?? -1), -1);
  const host = nodes[last] ?? response.lines.at(-1);
  const next = nodes[last + 1];
  const beside = host === undefined ? undefined : bench.read(survey.entryOf(host).at);
  if (host?.id === undefined || beside === undefined) return;
  const at = open.reduce((most, { line }) => Math.max(most, survey.entryOf(line).at), survey.entryOf(host).at);
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
