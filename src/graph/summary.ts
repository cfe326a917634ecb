// A log -> the totals of its session, counted without keeping turns or calls: for files of any size.
import { type AgentLog, joinAgents } from "./agent.ts";
import { branchesOf } from "./branch.ts";
import { type Description, describe } from "./description.ts";
import type { Finding } from "./finding.ts";
import { inspect } from "./inspect.ts";
import type { Log } from "./log.ts";
import type { ReadEntry } from "./node.ts";
import type { SessionOptions } from "./session.ts";
import { type Reach, type Thread, count, reachOf, threadOf } from "./thread.ts";
import { type OuterTurns, allCalls, outerTurns } from "./turn.ts";

export type SessionSummary = {
  readonly log: Log;
  readonly turns: number;
  readonly rounds: number;
  readonly calls: number;
  readonly results: number;
  readonly failedCalls: number;
  readonly agents: number;
  readonly branches: number;
  readonly compactions: number;
  readonly description: Description;
  readonly reach: Reach;
  readonly findings: readonly Finding[];
};

export function summarizeSession(
  log: Log,
  { agentLogs = [], read = () => undefined, ...options }: SessionOptions = {},
): SessionSummary {
  const thread = threadOf(log, options);
  const { firstPrompt, lastTurn, turns, rounds } = countTurns(thread, read);
  return {
    log,
    turns,
    rounds,
    ...countCalls(thread),
    agents: agentCount(thread, agentLogs),
    branches:
      thread.scope === "agent"
        ? 0
        : count(
            branchesOf(thread, () => undefined),
            () => true,
          ),
    compactions: log.compactions.size,
    description: describe(thread, { firstPrompt, lastTurn, read }),
    reach: reachOf(thread),
    findings: [...log.findings, ...inspect(thread)],
  };
}

function countTurns(thread: Thread, read: ReadEntry): OuterTurns & { readonly turns: number; readonly rounds: number } {
  let rounds = 0;
  const outer = outerTurns(thread.path, { ...thread, prefix: "", read }, (turn) => (rounds += turn.rounds.length));
  return { ...outer, turns: outer.lastTurn?.number ?? 0, rounds };
}

function countCalls(thread: Thread): Pick<SessionSummary, "calls" | "results" | "failedCalls"> {
  let calls = 0;
  let results = 0;
  let failedCalls = 0;
  for (const call of allCalls(thread)) {
    calls += 1;
    if (call.resultLine !== undefined) results += 1;
    if (call.isError) failedCalls += 1;
  }
  return { calls, results, failedCalls };
}

function agentCount(thread: Thread, agentLogs: readonly AgentLog[]): number {
  return thread.scope === "agent" ? 0 : joinAgents(thread, agentLogs).length;
}
