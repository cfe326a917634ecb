// A session's own log and those of its agents -> who is at work, and which open call is the one that counts; reads nothing.
import type { Delegation } from "./delegations.ts";
import type { LogState, OpenCall } from "./log-state.ts";
import type { Owner } from "./owner.ts";
import type { StatusCall } from "./status.ts";

export type AgentLogState = { readonly agentId: string; readonly log: LogState };

export type Logs = {
  readonly log: LogState;
  readonly agents: readonly AgentLogState[];
  readonly owner: Owner;
  readonly nowMs: number;
};

/** An agent that said nothing for so long, and has no open call that a client could still run, was given up. */
const lostMs = 300_000;

export function agentsAtWork(logs: Logs): readonly AgentLogState[] {
  return logs.agents.filter((agent) => isAlive(agent, logs) && hasMoreToSay(agent) && isOfNow(agent, logs));
}

function isAlive({ log: { newestMs = 0, calls } }: AgentLogState, { owner, nowMs }: Logs): boolean {
  const isRunning = owner.kind === "running" || owner.kind === "elsewhere";
  return nowMs - newestMs < lostMs || (isRunning && calls.length > 0);
}

function hasMoreToSay({ log: { last } }: AgentLogState): boolean {
  switch (last.kind) {
    case "nothing":
    case "interruption":
    case "failure":
    case "command":
      return false;
    case "answer":
      return !last.isFinal;
    case "prompt":
    case "thinking":
    case "result":
    case "compaction":
    case "retry":
      return true;
  }
}

/**
 * An agent that was interrupted leaves its calls open for ever. It works while the call that started it is open, or by itself:
 * then that was told, or it wrote after the session's last word.
 */
function isOfNow(agent: AgentLogState, logs: Logs): boolean {
  const { log, owner, nowMs } = logs;
  const { newestMs = 0, isBackground } = agent.log;
  const startedMs = "entry" in owner ? (owner.entry.startedMs ?? 0) : 0;
  // Agents end with the client that they work in.
  if (startedMs > newestMs && startedMs <= nowMs) return false;
  const told = delegationOf(agent, logs);
  if (told?.isOver === true && newestMs <= (told.atMs ?? Infinity)) return false;
  if (log.calls.some((call) => isDelegation(call) && (call.atMs ?? 0) <= newestMs)) return true;
  const isByItself = isBackground || told?.isOver === false || newestMs >= (log.lastMs ?? 0);
  return isByItself && isAlive(agent, logs);
}

/** Agents start agents, too. */
function delegationOf({ agentId }: AgentLogState, { log, agents }: Logs): Delegation | undefined {
  for (const { delegations } of [log, ...agents.map((agent) => agent.log)]) {
    const told = delegations.get(agentId);
    if (told !== undefined) return told;
  }
  return undefined;
}

export type PendingCall = StatusCall & { readonly atMs: number | undefined };

const isDelegation = ({ tool }: OpenCall): boolean => tool === "Agent" || tool === "Task";

/** The first open one, as calls are asked about in their order; one of an agent before the call that started the agent. */
export function pendingCall(logs: Logs): PendingCall | undefined {
  const { log, agents } = logs;
  const own = log.calls.find((call) => !isDelegation(call));
  if (own !== undefined) return { ...own, agentId: undefined };
  const open = agents
    .filter((agent) => isOfNow(agent, logs))
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
