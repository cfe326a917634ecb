// A log -> its session: the active path with turns and rounds, dead branches, calls, agents, compactions and findings.
import type { JsonObject } from "../format/index.ts";
import { type Agent, type AgentLog, joinAgents } from "./agent.ts";
import { type Branch, branchesOf } from "./branch.ts";
import { type Chain, chainOf } from "./chain.ts";
import type { Compaction } from "./compaction.ts";
import { type Conversation, conversationOf } from "./conversation.ts";
import { type Description, describe } from "./description.ts";
import type { Finding } from "./finding.ts";
import { inspect } from "./inspect.ts";
import { type Links, linkNodes } from "./links.ts";
import type { Log } from "./log.ts";
import type { Node } from "./node.ts";
import { type ReplayRules, newestRules } from "./rules.ts";
import { withSiblings } from "./siblings.ts";
import { type Call, type Turn, callsOf, turnsOf } from "./turn.ts";

export type Session = {
  readonly log: Log;
  readonly links: Links;
  /** What a client would take up on resume. */
  readonly conversation: Conversation;
  /** From the first entry to the leaf, across compactions, siblings included. */
  readonly path: readonly Node[];
  readonly turns: readonly Turn[];
  readonly branches: readonly Branch[];
  /** Every call in the file, on the path or not. */
  readonly calls: readonly Call[];
  readonly agents: readonly Agent[];
  readonly compactions: readonly (Compaction & { readonly line: number; readonly onPath: boolean })[];
  readonly description: Description;
  /** How much of the file the leaf reaches: main chain entries in all, and those on the path. */
  readonly reach: { readonly entries: number; readonly reached: number };
  readonly findings: readonly Finding[];
};

export type SessionOptions = {
  readonly rules?: ReplayRules;
  /** An agent's log is all sidechain; there the sidechain is the conversation. */
  readonly scope?: "main" | "agent";
  readonly agentLogs?: readonly AgentLog[];
  /** The whole entry of a node, for the little text that the graph does not keep. */
  readonly read?: (node: Node) => JsonObject | undefined;
};

export function buildSession(log: Log, options: SessionOptions = {}): Session {
  const { rules = newestRules, scope = "main", agentLogs = [], read = () => undefined } = options;
  const links = linkNodes(log);
  const conversation = conversationOf({ log, links, rules });
  const leaf = conversation.leaf ?? fallbackLeaf(log, links, scope);
  const chain = leaf === undefined ? emptyChain : chainOf(leaf, { log, links }, { rules, boundaries: "crossed" });
  const path = withSiblings(chain.nodes, links);
  const onPath = new Set(path);
  const pathLines = new Set(path.map((node) => node.line));
  const turns = turnsOf(path, { log, links, prefix: "", scope });
  const calls = log.nodes.flatMap((node) => (links.isLive(node) ? callsOf(node, links) : []));
  const main = log.nodes.filter((node) => (scope === "agent" || !node.sidechain) && node.type !== "progress");
  return {
    log,
    links,
    conversation,
    path,
    turns,
    branches: scope === "agent" ? [] : branchesOf(path, { log, links }),
    calls,
    agents: scope === "agent" ? [] : joinAgents({ log, links }, agentLogs),
    compactions: [...log.compactions].map(([line, compaction]) => ({
      ...compaction,
      line,
      onPath: pathLines.has(line),
    })),
    description: describe({ log, path, turns, read }),
    reach: { entries: main.length, reached: main.filter((node) => onPath.has(node)).length },
    findings: [...log.findings, ...inspect({ log, links, chain, conversation, calls, scope })],
  };
}

const emptyChain: Chain = { nodes: [], breaks: [] };

/** Where there is nothing to resume, the last entry still shows what the file holds. */
function fallbackLeaf(log: Log, links: Links, scope: "main" | "agent"): Node | undefined {
  return log.nodes.findLast(
    (node) => node.type !== "progress" && links.isLive(node) && (scope === "agent" || !node.sidechain),
  );
}
