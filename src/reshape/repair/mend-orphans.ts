// Results whose call is gone -> a call that says so in front of them; results that lost their call's id -> the id again.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { madeCall } from "./made-entry.ts";
import { type Rounds, roundsOf } from "./rounds.ts";
import type { Entry, Survey } from "./survey.ts";

export function mendOrphanResults(survey: Survey, bench: Bench): void {
  const rounds = roundsOf(survey);
  const calls = new Set(survey.entries.flatMap(({ node }) => node.calls.map(({ id }) => String(id))));
  const answered = new Set(rounds.resultsOf.keys());
  let isAmidst = false;
  for (const [place, node] of rounds.path.entries()) {
    // What a log begins with was called before it begins.
    isAmidst ||= node.type === "assistant" || isPrompt(node);
    if (node.type !== "user") continue;
    const entry = survey.entryOf(node);
    giveCallIds(entry, { rounds, place, answered, bench });
    const orphans = [...new Set(node.results.map(({ callId }) => String(callId)))].filter((id) => !calls.has(id));
    if (orphans.length > 0 && isAmidst) giveCalls(entry, orphans, { survey, bench });
  }
}

const isPrompt = (node: Node): boolean => node.type === "user" && node.results.length === 0 && !node.meta;

type Giving = {
  readonly rounds: Rounds;
  readonly place: number;
  readonly answered: Set<string>;
  readonly bench: Bench;
};

function giveCallIds({ at, note }: Entry, { rounds, place, answered, bench }: Giving): void {
  const nameless = note.blocks.flatMap((block, index) =>
    block.type === "tool_result" && (block.callId ?? "") === "" ? [index] : [],
  );
  if (nameless.length === 0) return;
  const response = rounds.path.slice(0, place).findLast((node) => node.type === "assistant");
  const lines = response?.messageId === undefined ? [] : (rounds.responses.get(response.messageId)?.lines ?? []);
  const open = lines.flatMap((line) => line.calls.map(({ id }) => String(id))).filter((id) => !answered.has(id));
  for (const [turn, index] of nameless.entries()) {
    const id = open[turn];
    const path = ["message", "content", index];
    if (id === undefined)
      bench.change(at, { op: "set", path, value: { type: "text", text: "[a result without its call]" } });
    else {
      answered.add(id);
      bench.change(at, { op: "set", path: [...path, "tool_use_id"], value: id });
    }
    bench.step(
      "nameless-result",
      "{line}: a result did not tell its call; it got the one that has no other result.",
      at,
    );
  }
}

type Work = { readonly survey: Survey; readonly bench: Bench };

function giveCalls(entry: Entry, orphans: readonly string[], { survey, bench }: Work): void {
  const { node, at } = entry;
  const beside = bench.read(at);
  if (beside === undefined) return;
  const named = node.source !== undefined && survey.find(node.source) === undefined ? node.source : undefined;
  const messageId = responseBefore(entry, survey) ?? `msg_${bench.newUuid().replaceAll("-", "")}`;
  let parent: string | undefined = node.parent;
  for (const [turn, callId] of orphans.entries()) {
    const uuid = turn === 0 && named !== undefined && named !== node.parent ? named : bench.newUuid();
    bench.insert(at - 1, madeCall(callId, messageId, { uuid, parent, timestamp: timeOf(node, bench), beside }));
    parent = uuid;
  }
  bench.change(at, { op: "set", path: ["parentUuid"], value: parent ?? null });
  if (node.source !== undefined && survey.find(node.source) === undefined && parent !== undefined)
    bench.change(at, { op: "set", path: ["sourceToolAssistantUUID"], value: parent });
  bench.step(
    "orphan-result",
    "{line}: a result without its call was kept; a call that stands for the lost one was put in front.",
    at,
  );
}

/** The response that the lost call was part of: other lines or results of it stand right in front in the file. */
function responseBefore({ node }: Entry, { entries }: Survey): string | undefined {
  const before = entries
    .slice(0, node.index)
    .findLast((entry) => entry.node.type === "assistant" || isPrompt(entry.node));
  return before?.node.messageId;
}

const timeOf = ({ timeMs }: Node, bench: Bench): string =>
  timeMs === undefined ? bench.now() : new Date(timeMs).toISOString();
