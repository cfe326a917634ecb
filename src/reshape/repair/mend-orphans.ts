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
  const spoken = lastSpoken(survey);
  const openCalls = openCallsOf(rounds, answered);
  let isAmidst = false;
  let response: Node | undefined;
  for (const node of rounds.path) {
    // What a log begins with was called before it begins.
    isAmidst ||= node.type === "assistant" || isPrompt(node);
    if (node.type === "assistant") response = node;
    if (node.type !== "user") continue;
    const entry = survey.entryOf(node);
    giveCallIds(entry, () => openCalls(response?.messageId), bench);
    const orphans = [...new Set(node.results.map(({ callId }) => String(callId)))].filter((id) => !calls.has(id));
    if (orphans.length > 0 && isAmidst) giveCalls(entry, orphans, { survey, bench, spoken });
  }
}

const isPrompt = (node: Node): boolean => node.type === "user" && node.results.length === 0 && !node.meta;

type NextCall = () => string | undefined;

/** The calls of a response that no result answers yet, one after the other; each is answered by being taken. */
function openCallsOf(
  { responses }: Rounds,
  answered: Set<string>,
): (messageId: string | undefined) => string | undefined {
  const waiting = new Map<string, Iterator<string>>();
  return (messageId) => {
    if (messageId === undefined) return undefined;
    const calls = waiting.get(messageId) ?? callsIn(responses.get(messageId)?.lines ?? []);
    waiting.set(messageId, calls);
    for (let next = calls.next(); next.done !== true; next = calls.next()) {
      if (answered.has(next.value)) continue;
      answered.add(next.value);
      return next.value;
    }
    return undefined;
  };
}

function* callsIn(lines: readonly Node[]): Generator<string, undefined, undefined> {
  for (const line of lines) for (const { id } of line.calls) yield id;
  return undefined;
}

function giveCallIds({ at, note }: Entry, nextCall: NextCall, bench: Bench): void {
  const nameless = note.blocks.flatMap((block, index) =>
    block.type === "tool_result" && (block.callId ?? "") === "" ? [index] : [],
  );
  for (const index of nameless) {
    const id = nextCall();
    const path = ["message", "content", index];
    if (id === undefined)
      bench.change(at, { op: "set", path, value: { type: "text", text: "[a result without its call]" } });
    else bench.change(at, { op: "set", path: [...path, "tool_use_id"], value: id });
    bench.step(
      "nameless-result",
      "{line}: a result did not tell its call; it got the one that has no other result.",
      at,
    );
  }
}

type Work = { readonly survey: Survey; readonly bench: Bench; readonly spoken: LastSpoken };

function giveCalls(entry: Entry, orphans: readonly string[], { survey, bench, spoken }: Work): void {
  const { node, at } = entry;
  const beside = bench.read(at);
  if (beside === undefined) return;
  const named = node.source !== undefined && survey.find(node.source) === undefined ? node.source : undefined;
  const messageId = spoken(node)?.messageId ?? `msg_${bench.newUuid().replaceAll("-", "")}`;
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

type LastSpoken = (node: Node) => Node | undefined;

/** What a lost call may have been part of: other lines or results of that response stand right in front in the file. */
function lastSpoken({ entries }: Survey): LastSpoken {
  let last: Node | undefined;
  const before = entries.map(({ node }) => {
    const found = last;
    if (node.type === "assistant" || isPrompt(node)) last = node;
    return found;
  });
  return ({ index }) => before[index];
}

const timeOf = ({ timeMs }: Node, bench: Bench): string =>
  timeMs === undefined ? bench.now() : new Date(timeMs).toISOString();
