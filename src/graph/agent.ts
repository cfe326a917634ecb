// Agent logs and inline sidechains -> agents, each joined to the call that started it, in the session or in another agent.
import type { AgentId, CallId } from "../format/index.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import { isSpawn } from "./spawn.ts";

/** What is known of an agent beside its log: the contents of its meta.json. */
export type AgentMeta = {
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  readonly toolUseId: string | undefined;
};

export type AgentLog = {
  readonly agentId: AgentId;
  readonly layout: "flat" | "nested";
  readonly path: string;
  readonly meta: AgentMeta | undefined;
  readonly log: Log;
};

export type Agent = {
  readonly id: string;
  readonly layout: "inline" | "flat" | "nested";
  /** Where its log stands; undefined for an inline one. */
  readonly path: string | undefined;
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  /** What it was asked to do. */
  readonly task: string | undefined;
  /** The call that started it, and whose log that call is in: the session's (undefined) or another agent's. */
  readonly callId: CallId | undefined;
  readonly callLine: number | undefined;
  readonly parentAgent: string | undefined;
  readonly entries: number;
  /** Its first line in the session's file; for inline ones. */
  readonly line: number | undefined;
};

export function joinAgents(
  main: { readonly log: Log; readonly links: Links },
  agentLogs: readonly AgentLog[],
): readonly Agent[] {
  const logs = [{ log: main.log, id: undefined }, ...agentLogs.map(({ log, agentId }) => ({ log, id: agentId }))];
  const known = spawnIndex(logs.flatMap(({ log, id }) => [...spawnsOf(log, id)]));
  const named = new Map(
    logs.flatMap(({ log }) => [...log.spawns.agents].map(([callId, agentId]) => [agentId, callId] as const)),
  );
  const files = agentLogs.map((agent) => fileAgent(agent, named.get(agent.agentId), known));
  return byCall([...files, ...inlineAgents(main, known)]);
}

/** As they were started: those that another agent started behind that one, those that no call tells of last. */
function byCall(agents: readonly Agent[]): readonly Agent[] {
  const known = new Map(agents.map((agent) => [agent.id, agent]));
  const startOf = (agent: Agent): number => {
    const seen = new Set<Agent>();
    let first = agent;
    for (let next: Agent | undefined = agent; next !== undefined && !seen.has(next);) {
      first = next;
      seen.add(next);
      next = known.get(next.parentAgent ?? "");
    }
    return first.callLine ?? first.line ?? Number.MAX_SAFE_INTEGER;
  };
  const placed = agents.map((agent) => ({ agent, start: startOf(agent), isInner: agent.parentAgent !== undefined }));
  return placed
    .toSorted(
      (a, b) =>
        a.start - b.start || Number(a.isInner) - Number(b.isInner) || (a.agent.callLine ?? 0) - (b.agent.callLine ?? 0),
    )
    .map(({ agent }) => agent);
}

type Spawn = {
  readonly callId: CallId;
  readonly task: string | undefined;
  readonly description: string | undefined;
  readonly line: number;
  readonly inAgent: AgentId | undefined;
};

function* spawnsOf(log: Log, inAgent: AgentId | undefined): Generator<Spawn, void, undefined> {
  for (const node of log.nodes) {
    for (const call of node.calls) {
      if (!isSpawn(call)) continue;
      const { tasks, descriptions } = log.spawns;
      const [task, description] = [tasks.get(call.id), descriptions.get(call.id)];
      yield { callId: call.id, task, description, line: node.line, inAgent };
    }
  }
}

type Wanted = {
  readonly callId: string | undefined;
  readonly task: string | undefined;
  readonly self: string | undefined;
};
type SpawnIndex = {
  readonly take: (wanted: Wanted) => Pick<Agent, "callId" | "callLine" | "parentAgent" | "description">;
};

/** A spawn is found by its call, else by the words it was given; each is taken once by its words, and never by itself. */
function spawnIndex(spawns: readonly Spawn[]): SpawnIndex {
  const byCall = new Map<string, Spawn>(spawns.map((spawn) => [spawn.callId, spawn]));
  const byTask = new Map<string, Spawn[]>();
  for (const spawn of spawns.toReversed()) {
    if (spawn.task === undefined) continue;
    const same = byTask.get(spawn.task);
    if (same === undefined) byTask.set(spawn.task, [spawn]);
    else same.push(spawn);
  }
  const taken = new Set<Spawn>();
  function nextOf(task: string, self: string | undefined): Spawn | undefined {
    const same = byTask.get(task) ?? [];
    for (let spawn = same.pop(); spawn !== undefined; spawn = same.pop()) {
      if (!taken.has(spawn) && (self === undefined || spawn.inAgent !== self)) return spawn;
    }
    return undefined;
  }
  return {
    take({ callId, task, self }) {
      const spawn = byCall.get(callId ?? "") ?? (task === undefined ? undefined : nextOf(task, self));
      if (spawn !== undefined) taken.add(spawn);
      const { callId: id, line, inAgent, description } = spawn ?? {};
      return { callId: id, callLine: line, parentAgent: inAgent, description };
    },
  };
}

function fileAgent(
  { agentId, layout, path, meta, log }: AgentLog,
  named: CallId | undefined,
  known: SpawnIndex,
): Agent {
  const task = taskOf(log.nodes, log);
  const { description, ...spawn } = known.take({ callId: meta?.toolUseId ?? named, task, self: agentId });
  return {
    id: agentId,
    layout,
    path,
    agentType: meta?.agentType,
    description: meta?.description ?? description,
    task,
    ...spawn,
    entries: log.nodes.length,
    line: undefined,
  };
}

const taskOf = (nodes: readonly Node[], { spawns }: Log): string | undefined => {
  const first = nodes.find((node) => node.prompt === "agent_task");
  return first === undefined ? undefined : spawns.given.get(first.line);
};

/** Sidechain entries of the session's own file, grouped by the root they hang from. */
function inlineAgents(
  { log, links }: { readonly log: Log; readonly links: Links },
  known: SpawnIndex,
): readonly Agent[] {
  const groups = new Map<Node, Node[]>();
  const rootOf = new Map<Node, Node>();
  for (const node of log.nodes) {
    if (!node.sidechain || node.type === "progress") continue;
    const root = sidechainRoot(node, links, rootOf);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [node]);
    else group.push(node);
  }
  return [...groups].map(([root, nodes]) => {
    const task = taskOf(nodes, log);
    const { description, ...spawn } = known.take({ callId: undefined, task, self: undefined });
    return {
      id: `inline-${root.line}`,
      layout: "inline",
      path: undefined,
      agentType: undefined,
      description,
      task,
      ...spawn,
      entries: nodes.length,
      line: root.line,
    };
  });
}

function sidechainRoot(node: Node, links: Links, known: Map<Node, Node>): Node {
  const passed: Node[] = [];
  const seen = new Set<Node>();
  let at = node;
  while (!known.has(at) && !seen.has(at)) {
    seen.add(at);
    passed.push(at);
    const parent = links.parentOf(at);
    if (parent === undefined || !parent.sidechain) break;
    at = parent;
  }
  const root = known.get(at) ?? at;
  for (const each of passed) known.set(each, root);
  return root;
}
