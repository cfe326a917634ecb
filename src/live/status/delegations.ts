// The entries of a log, one after another -> which agents were started to work on by themselves, and of which an end was told.
import { type JsonObject, blocksOf, field, objectField, stringField, trueField } from "../../format/index.ts";
import { bounded } from "../../view/index.ts";

export type Delegation = { readonly isOver: boolean; readonly atMs: number | undefined };

/** By agent. Of agents whose start was never answered, and of those that were interrupted, nothing is told. */
export type Delegations = ReadonlyMap<string, Delegation>;

export const noDelegations: Delegations = new Map();

const mostAgents = 64;
const idLength = 200;

export function foldDelegations(known: Delegations, raw: JsonObject, atMs: number | undefined): Delegations {
  // What the model says of agents tells nothing.
  if (stringField(raw, "type") === "assistant") return known;
  const [agentId, isOver] = started(raw) ?? ended(raw) ?? [];
  if (agentId === undefined || isOver === undefined) return known;
  const others = [...known].filter(([id]) => id !== agentId);
  return new Map([...others, [agentId, { isOver, atMs }] as const].slice(-mostAgents));
}

type Told = readonly [string, boolean];

/** The call that started an agent comes back at once, if the agent works on by itself, or else with the agent's answer. */
function started(raw: JsonObject): Told | undefined {
  const result = objectField(raw, "toolUseResult") ?? {};
  const agentId = stringField(result, "agentId");
  const isLaunched = trueField(result, "isAsync") || /_(?:launched|spawned)$/.test(stringField(result, "status") ?? "");
  return agentId === undefined ? undefined : [bounded(agentId, idLength), !isLaunched];
}

/** A notice comes as a prompt, or, in the middle of a turn, as an attachment. */
function ended(raw: JsonObject): Told | undefined {
  const attached = stringField(objectField(raw, "attachment") ?? {}, "prompt");
  const text = attached ?? textOf(field(objectField(raw, "message") ?? {}, "content"));
  const agentId = /^\s*<task-notification>\s*<task-id>([^<]{1,200})<\/task-id>/.exec(text)?.[1];
  return agentId === undefined ? undefined : [agentId, true];
}

function textOf(content: Parameters<typeof blocksOf>[0]): string {
  const [first] = blocksOf(content);
  return first?.type === "text" ? first.text : "";
}
