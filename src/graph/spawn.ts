// Entries as they are read -> who started which agent and with what words; few entries have anything to tell.
import {
  type AgentId,
  type CallId,
  type JsonObject,
  arrayField,
  fieldOf,
  isAgentId,
  isCallId,
  isObject,
  objectField,
  stringField,
} from "../format/index.ts";
import { type Node, owned } from "./node.ts";
import { promptTextOf } from "./prompt.ts";

export type Spawns = {
  /** The words of each call that starts an agent. */
  readonly tasks: ReadonlyMap<CallId, string>;
  /** What such a call says it is about, in a few words. */
  readonly descriptions: ReadonlyMap<CallId, string>;
  /** Calls and the agents they started, told by results and progress lines. */
  readonly agents: ReadonlyMap<CallId, AgentId>;
  /** The words that agents' own entries begin with, by line. */
  readonly given: ReadonlyMap<number, string>;
};

export function spawnTable(): { readonly add: (node: Node, raw: JsonObject) => void; readonly all: () => Spawns } {
  const tasks = new Map<CallId, string>();
  const descriptions = new Map<CallId, string>();
  const agents = new Map<CallId, AgentId>();
  const given = new Map<number, string>();
  return {
    add(node, raw) {
      if (node.prompt === "agent_task") given.set(node.line, owned(promptTextOf(raw)));
      if (node.calls.some(isSpawn)) {
        for (const [id, task] of inputsIn(raw, "prompt")) tasks.set(id, task);
        for (const [id, description] of inputsIn(raw, "description")) descriptions.set(id, description);
      }
      const [first] = node.results;
      const started =
        first === undefined ? undefined : fieldOf(objectField(raw, "toolUseResult") ?? {}, "agentId", isAgentId);
      if (first !== undefined && started !== undefined) agents.set(first.callId, started);
      if (node.subtype === "agent_progress") {
        const agentId = fieldOf(objectField(raw, "data") ?? {}, "agentId", isAgentId);
        const callId = fieldOf(raw, "parentToolUseID", isCallId);
        if (agentId !== undefined && callId !== undefined) agents.set(callId, agentId);
      }
    },
    all: () => ({ tasks, descriptions, agents, given }),
  };
}

/** The tool that starts an agent was called Task up to 2.1.45. */
export const isSpawn = ({ name }: { readonly name: string }): boolean => name === "Task" || name === "Agent";

function inputsIn(raw: JsonObject, name: "prompt" | "description"): readonly (readonly [CallId, string])[] {
  const content = arrayField(objectField(raw, "message") ?? {}, "content") ?? [];
  return content.filter(isObject).flatMap((block) => {
    const id = fieldOf(block, "id", isCallId);
    const text = stringField(objectField(block, "input") ?? {}, name);
    return id === undefined || text === undefined ? [] : [[id, owned(text)] as const];
  });
}
