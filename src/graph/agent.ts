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
  const spawns = logs.flatMap(({ log, id }) => spawnsOf(log, id));
  const named = new Map(
    logs.flatMap(({ log }) => [...log.spawns.agents].map(([callId, agentId]) => [agentId, callId] as const)),
  );
  const taken = new Set<CallId>();
  const files = agentLogs.map((agent) => fileAgent(agent, { spawns, named, taken }));
  return [...files, ...inlineAgents(main, { spawns, named, taken })];
}

type Spawn = {
  readonly callId: CallId;
  readonly task: string | undefined;
  readonly line: number;
  readonly inAgent: AgentId | undefined;
};
type Known = {
  readonly spawns: readonly Spawn[];
  readonly named: ReadonlyMap<string, CallId>;
  readonly taken: Set<CallId>;
};

function spawnsOf(log: Log, inAgent: AgentId | undefined): readonly Spawn[] {
  return log.nodes.flatMap((node) =>
    node.calls
      .filter(isSpawn)
      .map(({ id }) => ({ callId: id, task: log.spawns.tasks.get(id), line: node.line, inAgent })),
  );
}

function fileAgent({ agentId, layout, path, meta, log }: AgentLog, known: Known): Agent {
  const task = taskOf(log.nodes, log);
  const spawn = spawnOf({ callId: meta?.toolUseId ?? known.named.get(agentId), task, not: agentId }, known);
  return {
    id: agentId,
    layout,
    path,
    agentType: meta?.agentType,
    description: meta?.description,
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

function spawnOf(
  wanted: { readonly callId: string | undefined; readonly task: string | undefined; readonly not: string | undefined },
  { spawns, taken }: Known,
): Pick<Agent, "callId" | "callLine" | "parentAgent"> {
  const outside = spawns.filter((spawn) => spawn.inAgent !== wanted.not || wanted.not === undefined);
  const spawn =
    outside.find(({ callId }) => callId === wanted.callId) ??
    outside.find(({ callId, task }) => wanted.task !== undefined && task === wanted.task && !taken.has(callId));
  if (spawn !== undefined) taken.add(spawn.callId);
  return { callId: spawn?.callId, callLine: spawn?.line, parentAgent: spawn?.inAgent };
}

/** Sidechain entries of the session's own file, grouped by the root they hang from. */
function inlineAgents({ log, links }: { readonly log: Log; readonly links: Links }, known: Known): readonly Agent[] {
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
    return {
      id: `inline-${root.line}`,
      layout: "inline",
      path: undefined,
      agentType: undefined,
      description: undefined,
      task,
      ...spawnOf({ callId: undefined, task, not: undefined }, known),
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
