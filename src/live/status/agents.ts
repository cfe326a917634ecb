// A session's own log and those of its agents -> who is at work, and which open call is the one that counts; reads nothing.
import type { LogState, OpenCall } from "./log-state.ts";
import type { StatusCall } from "./status.ts";

export type AgentLogState = { readonly agentId: string; readonly log: LogState };

type Logs = {
  readonly log: LogState;
  readonly agents: readonly AgentLogState[];
  readonly nowMs: number;
};

/** An agent that said nothing for so long, and has no open call, was given up. */
const lostMs = 300_000;

export function agentsAtWork({ agents, nowMs }: Logs): readonly AgentLogState[] {
  return agents.filter(({ log }) => isAtWork(log, nowMs));
}

function isAtWork(log: LogState, nowMs: number): boolean {
  if (nowMs - (log.newestMs ?? 0) >= lostMs) return false;
  switch (log.last.kind) {
    case "nothing":
    case "interruption":
    case "failure":
    case "command":
      return false;
    case "answer":
      return !log.last.isFinal;
    case "prompt":
    case "thinking":
    case "result":
    case "compaction":
    case "retry":
      return true;
  }
}

export type PendingCall = StatusCall & { readonly atMs: number | undefined };

const isDelegation = ({ tool }: OpenCall): boolean => tool === "Agent" || tool === "Task";

/** The first open one, as calls are asked about in their order; one of an agent before the call that started the agent. */
export function pendingCall({ log, agents }: Logs): PendingCall | undefined {
  const own = log.calls.find((call) => !isDelegation(call));
  if (own !== undefined) return { ...own, agentId: undefined };
  const open = agents
    .flatMap(({ agentId, log: { calls, newestMs } }) =>
      calls.slice(0, 1).map((call) => ({ ...call, agentId, newestMs })),
    )
    .toSorted((a, b) => (b.newestMs ?? 0) - (a.newestMs ?? 0));
  const [theirs] = open;
  if (theirs !== undefined) {
    const { newestMs: _, ...call } = theirs;
    return call;
  }
  const [started] = log.calls;
  return started === undefined ? undefined : { ...started, agentId: undefined };
}
