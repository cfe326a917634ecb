// The lines of a session -> what is known of each of its calls: name, target, age, size of the result, and whether it must stay.
import {
  type Block,
  type CallId,
  type Decoded,
  type JsonObject,
  blocksOf,
  field,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { Node, Session } from "../../graph/index.ts";
import type { Source } from "../plan.ts";
import type { AgeOf } from "./age.ts";
import { chainEntries } from "./chain-entries.ts";
import type { Shield } from "./shield.ts";
import { contentBytes, hasReference, isSavedOutput, notedBytes, targetOf } from "./stub.ts";

export type CallFacts = {
  name: string;
  target: string;
  /** Of the newest line that has to do with it. */
  age: number;
  /** Of the result as it was before any note took its place. */
  resultBytes: number;
  /** `free`: may go; `note`: its result may become a note; `fixed`: stays as it is. */
  hold: "free" | "note" | "fixed";
  isCalled: boolean;
};

export type CallTable = {
  readonly calls: ReadonlyMap<CallId, Readonly<CallFacts>>;
  /** Messages, by `messageKey`, that say something beside thinking and calls. */
  readonly speaking: ReadonlySet<string>;
};

/** Lines without message.id are messages of their own. */
export const messageKey = (node: Node): string => node.messageId ?? `line ${node.line}`;

export function readCalls(
  source: Source,
  { ageOf, shield }: { readonly ageOf: AgeOf; readonly shield: Shield },
): CallTable {
  const { path } = source.session;
  const calls = new Map<CallId, CallFacts>();
  const speaking = new Set<string>();

  function factsOf(id: CallId, age: number): CallFacts {
    const known = calls.get(id);
    if (known !== undefined) {
      known.age = Math.min(known.age, age);
      return known;
    }
    const facts: CallFacts = { name: "", target: "", age, resultBytes: 0, hold: "free", isCalled: false };
    calls.set(id, facts);
    return facts;
  }

  function fix(id: CallId, line: number): void {
    factsOf(id, ageOf(line)).hold = "fixed";
  }

  function readCall(block: Extract<Block, { type: "tool_use" }>, node: Node, raw: JsonObject): void {
    if (block.id === undefined) return void speaking.add(messageKey(node));
    const facts = factsOf(block.id, ageOf(node.line));
    facts.isCalled = true;
    facts.name = block.name;
    facts.target = targetOf(block.input, stringField(raw, "cwd") ?? "");
    if (humanTools.has(block.name) || shield.holdsCall(block)) facts.hold = "fixed";
  }

  function readResult(block: Extract<Block, { type: "tool_result" }>, node: Node): void {
    if (block.callId === undefined) return;
    const facts = factsOf(block.callId, ageOf(node.line));
    facts.resultBytes = Math.max(facts.resultBytes, notedBytes(block.content) ?? contentBytes(block.content));
    if (hasReference(block.content) || isSavedOutput(block.content) || isPersonsWord(block)) facts.hold = "fixed";
  }

  function read(node: Node, decoded: Decoded): void {
    const isHeld = !("raw" in decoded) || shield.holdsLine(node);
    for (const id of isHeld ? idsOf(node) : []) fix(id, node.line);
    const raw = "raw" in decoded ? decoded.raw : decoded.kind === "damaged" ? decoded.leading : undefined;
    const content = field(objectField(raw ?? {}, "message") ?? {}, "content");
    const blocks = blocksOf(content);
    for (const block of blocks) {
      if (block.type === "tool_use") readCall(block, node, raw ?? {});
      else if (block.type === "tool_result") readResult(block, node);
      else if (node.type === "assistant" && isSpeech(block)) speaking.add(messageKey(node));
    }
    // What stands beside results in one line would be left alone without them, and be taken for a prompt.
    const isMixed = node.results.length > 0 && blocks.some((block) => block.type !== "tool_result");
    for (const { callId } of isMixed ? node.results : []) holdResult(factsOf(callId, ageOf(node.line)));
  }

  for (const [node, decoded] of chainEntries(source, isTelling)) read(node, decoded);
  const last = path.findLast((node) => node.type === "assistant");
  // Calls that the model has not gone on from: their results are still to be read.
  const open =
    last === undefined ? [] : path.filter((node) => node.type === "assistant" && messageKey(node) === messageKey(last));
  for (const node of open) for (const { id } of node.calls) fix(id, node.line);
  for (const node of strayWords(source.session)) {
    const host = hostOf(node, source.session);
    for (const id of host === undefined ? [] : idsOf(host)) fix(id, node.line);
  }
  for (const facts of calls.values()) if (!facts.isCalled) holdResult(facts);
  return { calls, speaking };

  function isTelling(node: Node): boolean {
    return node.type === "assistant" || node.results.length > 0;
  }
}

const idsOf = (node: Node): readonly CallId[] => [
  ...node.calls.map(({ id }) => id),
  ...node.results.map(({ callId }) => callId),
];

/** Words that clients find only by the call that they hang on: a prompt that waited in the queue, the text of a skill. */
function strayWords({ path, chain }: Session): readonly Node[] {
  const linked = new Set(chain.nodes);
  return path.filter(
    (node) => !linked.has(node) && node.results.length === 0 && (node.prompt !== undefined || node.type === "user"),
  );
}

function hostOf(node: Node, { links }: Session): Node | undefined {
  const passed = new Set<Node>();
  let above: Node | undefined = node;
  while (above !== undefined && idsOf(above).length === 0 && !passed.has(above)) {
    passed.add(above);
    above = links.parentOf(above);
  }
  return above !== undefined && passed.has(above) ? undefined : above;
}

function holdResult(facts: CallFacts): void {
  if (facts.hold === "free") facts.hold = "note";
}

/** Through these a person answers. */
const humanTools: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** A refusal may hold what the person said with it. */
function isPersonsWord({ isError, content }: Extract<Block, { type: "tool_result" }>): boolean {
  const [first] = blocksOf(content);
  return isError && first?.type === "text" && /^\s*The user doesn't want to (proceed with|take)/.test(first.text);
}

function isSpeech(block: Block): boolean {
  switch (block.type) {
    case "text":
      return block.text.trim() !== "";
    case "thinking":
    case "redacted_thinking":
    case "tool_use":
      return false;
    case "tool_result":
    case "image":
    case "other":
      return true;
  }
}
