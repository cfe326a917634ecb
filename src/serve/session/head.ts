// A session's layout -> what its reader needs before the first row: what it is, its turns, agents, forks and compactions, with their rows.
import type { Agent, AgentLog, Branch, Call, Session, Turn } from "../../graph/index.ts";
import { lazySession } from "../../graph/index.ts";
import { isoTime } from "../events/status-json.ts";
import { lastPart } from "../events/words.ts";
import type { MadeBy } from "../../view/index.ts";
import type { Provisional } from "./glance.ts";
import type { Layout, Stretch } from "./layout.ts";
import { totalOf } from "./rows.ts";

export type HeadFacts = {
  readonly id: string;
  readonly revision: string;
  readonly agentLogs: readonly AgentLog[];
  readonly title: string | undefined;
  readonly madeBy: MadeBy | undefined;
  readonly isKept: boolean;
  readonly resume: string | null;
  readonly status: unknown;
  /** Only the beginning was read. */
  readonly provisional: Provisional | undefined;
};

export function headJson(layout: Layout, facts: HeadFacts): object {
  const { session, path } = layout;
  const { log, turns, branches, calls, compactions, conversation, description, findings } = session;
  const { startMs, endMs, ...described } = description;
  const { bytes, lines, kinds, types, damage } = log.tally;
  const { customTitle, aiTitle, mode, permissionMode, tag, prLinks, forkedFrom } = log.state;
  const agents = agentsOf(layout, facts.agentLogs);
  const rowOf = rowFinder(layout);
  return {
    sessionId: facts.id,
    path,
    ...described,
    ...(facts.title !== undefined && { title: facts.title, titleSource: "clew-title" }),
    project: lastPart(description.cwd),
    madeBy: facts.madeBy,
    isKept: facts.isKept,
    resume: facts.resume,
    status: facts.status ?? null,
    start: isoTime(startMs),
    end: isoTime(endMs),
    bytes,
    lines,
    kinds,
    types,
    damage,
    counts: countsOf({ turns, calls, agents, branches, compactions }),
    reach: { ...session.reach, share: session.reach.entries === 0 ? 1 : session.reach.reached / session.reach.entries },
    leaf: conversation.leaf && { line: conversation.leaf.line, uuid: conversation.leaf.id },
    refused: conversation.refused,
    state: { customTitle, aiTitle, mode, permissionMode, tag, prLinks, forkedFrom },
    rows: Math.ceil(totalOf(layout.main) * (facts.provisional?.times ?? 1)),
    isProvisional: facts.provisional !== undefined,
    revision: facts.revision,
    turns: turnsJson(layout.main),
    agents: agents.map((agent) => agentJson(agent, rowOf)),
    branches: branches.map((branch) => branchJson(branch, layout)),
    compactions: compactions.map(({ line, onPath, trigger, preTokens, postTokens }) => {
      const row = onPath ? rowOf(line) : null;
      return { line, row, onPath, trigger, preTokens, postTokens };
    }),
    findings: Object.fromEntries(
      (["error", "warning", "info"] as const).map((severity) => [
        severity,
        findings.filter((one) => one.severity === severity).length,
      ]),
    ),
  };
}

type Counted = Pick<Session, "turns" | "calls" | "agents" | "branches" | "compactions">;

function countsOf({ turns, calls, agents, branches, compactions }: Counted): object {
  const answered = (one: Call): boolean => one.resultLine !== undefined;
  return {
    turns: turns.at(-1)?.number ?? 0,
    rounds: turns.reduce((sum, turn) => sum + turn.rounds.length, 0),
    calls: calls.length,
    results: calls.filter(answered).length,
    failedCalls: calls.filter((call) => call.isError).length,
    agents: agents.length,
    branches: branches.length,
    compactions: compactions.length,
  };
}

/** Only the agents are made anew: the rest of the session is the same without their logs. */
function agentsOf({ session, read }: Layout, agentLogs: readonly AgentLog[]): readonly Agent[] {
  return agentLogs.length === 0 ? session.agents : lazySession(session.log, { agentLogs, read }).agents;
}

function agentJson(agent: Agent, rowOf: (line: number) => number | null): object {
  const row = agent.callLine === undefined || agent.parentAgent !== undefined ? null : rowOf(agent.callLine);
  return { ...agent, row, hasLog: agent.path !== undefined };
}

/** Null off the path. */
const rowFinder =
  ({ place }: Layout) =>
  (line: number): number | null => {
    const found = place(line);
    return found === undefined || found.branch !== null ? null : found.row;
  };

function branchJson({ leaf, number, forkLine }: Branch, layout: Layout): object {
  const stretch = layout.branch(number);
  const fork = forkLine === undefined ? undefined : layout.place(forkLine);
  return {
    number,
    leaf: { line: leaf.line, uuid: leaf.id },
    forkLine,
    forkRow: fork === undefined || fork.branch !== null ? null : fork.row,
    rows: stretch === undefined ? 0 : totalOf(stretch),
    turns: stretch === undefined ? [] : turnsJson(stretch),
  };
}

function turnsJson({ turns, nodes, starts }: Stretch): readonly object[] {
  const rowAt = new Map(nodes.map(({ line }, at) => [line, starts[at] ?? 0]));
  return turns.map((turn) => turnJson(turn, rowAt));
}

function turnJson({ number, label, prompt, lines: [first] }: Turn, rowAt: ReadonlyMap<number, number>): object {
  const line = prompt?.line ?? first;
  return {
    number,
    label,
    kind: prompt?.kind,
    preview: prompt?.preview ?? "",
    time: isoTime(prompt?.timeMs),
    line,
    uuid: prompt?.id,
    row: line === undefined ? null : (rowAt.get(line) ?? null),
  };
}
