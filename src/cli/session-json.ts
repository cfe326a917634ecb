// An open session -> the stable JSON of `clew session`; times are ISO text, places are line numbers.
import type { Branch, Description, Finding, Log, Prompt, Reach, Round, Turn } from "../graph/index.ts";
import type { OpenSession, OpenSummary } from "../store/index.ts";
import { isoTime } from "./json-line.ts";

export function summaryJson({ id, path, summary }: OpenSummary): object {
  const { log, description, reach, findings, ...counts } = summary;
  return {
    ...headJson({ id, path, log, description }),
    counts,
    reach: withShare(reach),
    findings: findings.map(findingJson),
  };
}

type Head = { readonly id: string; readonly path: string; readonly log: Log; readonly description: Description };

function headJson({ id, path, log, description }: Head): object {
  const { startMs, endMs, ...described } = description;
  const { bytes, lines, kinds, types, damage } = log.tally;
  return {
    sessionId: id,
    path,
    ...described,
    start: isoTime(startMs),
    end: isoTime(endMs),
    bytes,
    lines,
    kinds,
    types,
    damage,
  };
}

const withShare = (reach: Reach): object => ({
  ...reach,
  share: reach.entries === 0 ? 1 : reach.reached / reach.entries,
});

export function sessionJson({ id, path, session }: OpenSession): object {
  const { log, turns, branches, calls, agents, compactions, conversation, description } = session;
  const turnOf = turnLabels(turns, branches);
  const { customTitle, aiTitle, mode, permissionMode, tag, prLinks, forkedFrom } = log.state;
  return {
    ...headJson({ id, path, log, description }),
    counts: {
      turns: turns.at(-1)?.number ?? 0,
      rounds: turns.reduce((sum, turn) => sum + turn.rounds.length, 0),
      calls: calls.length,
      results: calls.filter((call) => call.resultLine !== undefined).length,
      failedCalls: calls.filter((call) => call.isError).length,
      agents: agents.length,
      branches: branches.length,
      compactions: compactions.length,
    },
    reach: withShare(session.reach),
    leaf: conversation.leaf === undefined ? undefined : { line: conversation.leaf.line, uuid: conversation.leaf.id },
    refused: conversation.refused,
    state: { customTitle, aiTitle, mode, permissionMode, tag, prLinks, forkedFrom },
    turns: turns.map(turnJson),
    calls: calls.map((call) => ({ ...call, turn: turnOf.get(call.line) })),
    agents,
    branches: branches.map(branchJson),
    compactions,
    findings: session.findings.map(findingJson),
  };
}

function turnLabels(turns: readonly Turn[], branches: readonly Branch[]): ReadonlyMap<number, string> {
  const all = [...turns, ...branches.flatMap((branch) => branch.turns)];
  return new Map(all.flatMap((turn) => turn.lines.map((line) => [line, turn.label] as const)));
}

function turnJson({ prompt, endMs, rounds, ...turn }: Turn): object {
  return {
    ...turn,
    prompt: prompt === undefined ? undefined : promptJson(prompt),
    end: isoTime(endMs),
    rounds: rounds.map(roundJson),
  };
}

const promptJson = ({ id, timeMs, ...prompt }: Prompt): object => ({ ...prompt, uuid: id, time: isoTime(timeMs) });
const roundJson = ({ timeMs, ...round }: Round): object => ({ ...round, time: isoTime(timeMs) });

function branchJson({ leaf, turns, ...branch }: Branch): object {
  return { ...branch, leaf: { line: leaf.line, uuid: leaf.id }, turns: turns.map(turnJson) };
}

export function findingJson(finding: Finding): object {
  const { line, id, ...rest } = finding;
  return { ...rest, line, uuid: id };
}
