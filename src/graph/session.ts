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
import { type Call, type OuterTurns, type Turn, allCalls, eachTurn, outerTurns } from "./turn.ts";

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

export function buildSession(log: Log, options: SessionOptions = {}): Session {
  return { ...lazySession(log, options) };
}

/** The same, of which only what is asked for is made: as long as `read` can read. */
export function lazySession(
  log: Log,
  { agentLogs = [], read = () => undefined, ...options }: SessionOptions = {},
): Session {
  const thread = threadOf(log, options);
  const { path, scope } = thread;
  const along = { ...thread, prefix: "", read };
  let made: readonly Turn[] | undefined;
  const turns = (): readonly Turn[] => (made ??= [...eachTurn(path, along)]);
  // The turns of a large log take much memory: they are not made only to describe it.
  const outer = (): OuterTurns =>
    made === undefined
      ? outerTurns(path, along)
      : { firstPrompt: made.find((turn) => turn.prompt !== undefined)?.prompt, lastTurn: made.at(-1) };
  const branches = once(() => (scope === "agent" ? [] : [...branchesOf(thread, read)]));
  const calls = once(() => [...allCalls(thread)]);
  const agents = once(() => (scope === "agent" ? [] : joinAgents(thread, agentLogs)));
  const compactions = once(() => compactionsOf(thread));
  const description = once(() => describe(thread, { ...outer(), read }));
  const reach = once(() => reachOf(thread));
  const findings = once(() => [...log.findings, ...inspect(thread)]);
  return {
    ...thread,
    get turns() {
      return turns();
    },
    get branches() {
      return branches();
    },
    get calls() {
      return calls();
    },
    get agents() {
      return agents();
    },
    get compactions() {
      return compactions();
    },
    get description() {
      return description();
    },
    get reach() {
      return reach();
    },
    get findings() {
      return findings();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function compactionsOf({ log, path }: Thread): Session["compactions"] {
  const pathLines = new Set(path.map((node) => node.line));
  return [...log.compactions].map(([line, compaction]) => ({ ...compaction, line, onPath: pathLines.has(line) }));
}
