// An open session -> the stable JSON of `clew session`; times are ISO text, places are line numbers.
import type { Branch, Call, Finding, Round, Turn } from "../graph/index.ts";
import type { OpenSession } from "../store/index.ts";
import { isoTime } from "./json-line.ts";

export function summaryJson({ id, path, session }: OpenSession): object {
  const { description, log, reach } = session;
  const { startMs, endMs, ...described } = description;
  return {
    sessionId: id,
    path,
    ...described,
    start: isoTime(startMs),
    end: isoTime(endMs),
    bytes: log.tally.bytes,
    lines: log.tally.lines,
    kinds: log.tally.kinds,
    types: log.tally.types,
    damage: log.tally.damage,
    turnCount: session.turns.at(-1)?.number ?? 0,
    roundCount: session.turns.reduce((sum, turn) => sum + turn.rounds.length, 0),
    callCount: session.calls.length,
    resultCount: session.calls.filter((call) => call.resultLine !== undefined).length,
    errorCount: session.calls.filter((call) => call.isError).length,
    agentCount: session.agents.length,
    branchCount: session.branches.length,
    compactionCount: session.compactions.length,
    reach: { ...reach, share: reach.entries === 0 ? 1 : reach.reached / reach.entries },
    findings: session.findings.map(findingJson),
  };
}

export function sessionJson(opened: OpenSession): object {
  const { session } = opened;
  const turnOf = turnLabels(session.turns, session.branches);
  return {
    ...summaryJson(opened),
    leaf:
      session.conversation.leaf === undefined
        ? null
        : { line: session.conversation.leaf.line, uuid: session.conversation.leaf.id ?? null },
    refused: session.conversation.refused ?? null,
    state: {
      customTitle: session.log.state.customTitle,
      aiTitle: session.log.state.aiTitle,
      mode: session.log.state.mode,
      permissionMode: session.log.state.permissionMode,
      tag: session.log.state.tag,
      prLinks: session.log.state.prLinks,
      forkedFrom: session.log.state.forkedFrom,
    },
    turns: session.turns.map(turnJson),
    calls: session.calls.map((call) => ({ ...callJson(call), turn: turnOf.get(call.line) ?? null })),
    agents: session.agents,
    branches: session.branches.map((branch) => ({ ...branch, turns: branch.turns.map(turnJson) })),
    compactions: session.compactions,
  };
}

function turnLabels(turns: readonly Turn[], branches: readonly Branch[]): ReadonlyMap<number, string> {
  const all = [...turns, ...branches.flatMap((branch) => branch.turns)];
  return new Map(all.flatMap((turn) => turn.lines.map((line) => [line, turn.label] as const)));
}

function turnJson(turn: Turn): object {
  const { prompt, endMs, ...rest } = turn;
  return {
    ...rest,
    prompt: prompt === undefined ? null : { ...prompt, time: isoTime(prompt.timeMs) },
    end: isoTime(endMs),
    rounds: turn.rounds.map(roundJson),
  };
}

const roundJson = (round: Round): object => ({
  ...round,
  time: isoTime(round.timeMs),
  calls: round.calls.map(callJson),
});
const callJson = (call: Call): object => ({ ...call, resultLine: call.resultLine ?? null });

export function findingJson(finding: Finding): object {
  const { line, id, ...rest } = finding;
  return { ...rest, line: line ?? null, uuid: id ?? null };
}
