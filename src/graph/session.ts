// A log -> its session: the active path with turns and rounds, dead branches, calls, agents, compactions and findings.
import { type Agent, type AgentLog, joinAgents } from "./agent.ts";
import { type Branch, branchesOf } from "./branch.ts";
import type { Compaction } from "./compaction.ts";
import { type Description, describe } from "./description.ts";
import type { Finding } from "./finding.ts";
import { inspect } from "./inspect.ts";
import type { ReadEntry } from "./node.ts";
import { type Reach, type Thread, type ThreadOptions, reachOf, threadOf } from "./thread.ts";
import type { Log } from "./log.ts";
import { type Call, type Turn, allCalls, eachTurn } from "./turn.ts";

export type Session = Thread & {
  readonly turns: readonly Turn[];
  readonly branches: readonly Branch[];
  /** Every call in the file, on the path or not. */
  readonly calls: readonly Call[];
  readonly agents: readonly Agent[];
  readonly compactions: readonly (Compaction & { readonly line: number; readonly onPath: boolean })[];
  readonly description: Description;
  readonly reach: Reach;
  readonly findings: readonly Finding[];
};

export type SessionOptions = ThreadOptions & { readonly agentLogs?: readonly AgentLog[]; readonly read?: ReadEntry };

export function buildSession(
  log: Log,
  { agentLogs = [], read = () => undefined, ...options }: SessionOptions = {},
): Session {
  const thread = threadOf(log, options);
  const { path, scope } = thread;
  const turns = [...eachTurn(path, { ...thread, prefix: "", read })];
  const pathLines = new Set(path.map((node) => node.line));
  return {
    ...thread,
    turns,
    branches: scope === "agent" ? [] : [...branchesOf(thread, read)],
    calls: [...allCalls(thread)],
    agents: scope === "agent" ? [] : joinAgents(thread, agentLogs),
    compactions: [...log.compactions].map(([line, compaction]) => ({
      ...compaction,
      line,
      onPath: pathLines.has(line),
    })),
    description: describe(thread, {
      firstPrompt: turns.find((turn) => turn.prompt !== undefined)?.prompt,
      lastTurn: turns.at(-1),
      read,
    }),
    reach: reachOf(thread),
    findings: [...log.findings, ...inspect(thread)],
  };
}
