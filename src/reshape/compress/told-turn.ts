// The older entries of a session -> what each turn was about: prompts word for word, the model's words, calls by name and target.
import {
  type Block,
  type CallId,
  type Json,
  type JsonObject,
  blocksOf,
  field,
  isArray,
  isObject,
  objectField,
  plainText,
  stringField,
} from "../../format/index.ts";
import { type Links, type Node, type PromptKind, type Session, readablePrompt } from "../../graph/index.ts";
import type { Source } from "../plan.ts";
import { chainEntries } from "../trim/chain-entries.ts";
import { targetOf } from "../trim/stub.ts";

export type ToldCall = { readonly name: string; readonly target: string; readonly failed: boolean };

export type ToldTurn = {
  /** As `clew show` numbers it; undefined for what stands in front of the first prompt here. */
  readonly number: number | undefined;
  /** What an earlier compaction left in place of what was before it. */
  readonly summary: string | undefined;
  /** What a person wrote, word for word. */
  readonly prompts: readonly string[];
  /** What reached the model otherwise: notices, other agents. */
  readonly notices: readonly string[];
  readonly said: readonly string[];
  readonly calls: readonly ToldCall[];
};

type Telling = {
  number: number | undefined;
  summary: string | undefined;
  prompts: string[];
  notices: string[];
  said: string[];
  calls: Map<string, { name: string; target: string; failed: boolean }>;
};

/** One turn after the other, in the order in which they are sent; that need not be the order of the file. */
export function* toldTurns(source: Source, older: readonly Node[]): Generator<ToldTurn, void, undefined> {
  const said = readWords(source, older);
  const starts = new Map(source.session.turns.map((turn) => [turn.prompt?.line, turn.number]));
  let turn = opened(undefined);
  for (const node of older) {
    const number = starts.get(node.line);
    if (number !== undefined) {
      if (!isEmpty(turn)) yield closed(turn);
      turn = opened(number);
    }
    for (const word of said.get(node) ?? []) tell(turn, word);
  }
  if (!isEmpty(turn)) yield closed(turn);
}

const opened = (number: number | undefined): Telling => ({
  number,
  summary: undefined,
  prompts: [],
  notices: [],
  said: [],
  calls: new Map(),
});

const closed = (turn: Telling): ToldTurn => ({ ...turn, calls: [...turn.calls.values()] });

const isEmpty = ({ summary, prompts, notices, said, calls }: Telling): boolean =>
  summary === undefined && prompts.length + notices.length + said.length + calls.size === 0;

/** What one entry adds to its turn. */
type Word =
  | { readonly kind: "prompt" | "notice" | "said" | "summary"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly target: string }
  | { readonly kind: "result"; readonly id: string; readonly failed: boolean };

function readWords(source: Source, older: readonly Node[]): ReadonlyMap<Node, readonly Word[]> {
  const wanted = new Set(older);
  const words = new Map<Node, readonly Word[]>();
  for (const [node, decoded] of chainEntries(source, (each) => wanted.has(each))) {
    const raw = "raw" in decoded ? decoded.raw : decoded.kind === "damaged" ? decoded.leading : undefined;
    const found = raw === undefined ? [] : wordsOf(node, raw, source.session);
    if (found.length > 0) words.set(node, found);
  }
  return words;
}

function wordsOf(node: Node, raw: JsonObject, { links }: Session): readonly Word[] {
  const content = field(objectField(raw, "message") ?? {}, "content");
  if (node.type === "assistant") return blocksOf(content).flatMap((block) => answerWords(block, node, raw));
  if (node.results.length > 0) return blocksOf(content).flatMap((block) => resultWords(block, links));
  if (node.prompt === undefined) return [];
  const said = node.type === "attachment" ? field(objectField(raw, "attachment") ?? {}, "prompt") : content;
  return promptWords(node.prompt, worded(said));
}

function answerWords(block: Block, { line }: Node, raw: JsonObject): readonly Word[] {
  if (block.type === "text") return block.text.trim() === "" ? [] : [{ kind: "said", text: block.text }];
  if (block.type !== "tool_use") return [];
  const target = targetOf(block.input, stringField(raw, "cwd") ?? "");
  return [{ kind: "call", id: block.id ?? `line ${line}`, name: block.name, target }];
}

/** Results are left out, but what a person said through one is theirs. */
function resultWords(block: Block, links: Links): readonly Word[] {
  if (block.type !== "tool_result") return block.type === "text" ? [{ kind: "notice", text: block.text }] : [];
  const { callId, isError: failed, content } = block;
  const name = callId === undefined ? undefined : callName(callId, links);
  const isAnswer = name === "AskUserQuestion" || name === "ExitPlanMode";
  const text = isAnswer || failed ? plainText(content) : "";
  const isRefusal = failed && /^\s*The user doesn't want to (proceed with|take)/.test(text);
  const told: readonly Word[] = text !== "" && (isAnswer || isRefusal) ? [{ kind: "notice", text }] : [];
  return [{ kind: "result", id: callId ?? "", failed }, ...told];
}

const callName = (id: CallId, links: Links): string | undefined =>
  links.callerOf(id)?.calls.find((call) => call.id === id)?.name;

function tell(turn: Telling, word: Word): void {
  switch (word.kind) {
    case "prompt":
      turn.prompts.push(word.text);
      return;
    case "notice":
      turn.notices.push(word.text);
      return;
    case "said":
      turn.said.push(word.text);
      return;
    case "summary":
      turn.summary = turn.summary === undefined ? word.text : `${turn.summary}\n\n${word.text}`;
      return;
    case "call":
      turn.calls.set(word.id, { name: word.name, target: word.target, failed: false });
      return;
    case "result": {
      const call = turn.calls.get(word.id);
      if (call !== undefined) call.failed = word.failed;
    }
  }
}

function promptWords(kind: PromptKind, text: string): readonly Word[] {
  switch (kind) {
    case "typed":
    case "sdk":
    case "queued":
    case "ide_selection":
    case "ide_opened_file":
    case "agent_task":
      return [{ kind: "prompt", text }];
    case "command":
    case "bash_input":
      return [{ kind: "prompt", text: readablePrompt(text) }];
    case "compact_summary":
      return [{ kind: "summary", text }];
    case "task_notification":
    case "teammate":
    case "interruption":
      return [{ kind: "notice", text }];
    case "command_expansion":
    case "local_command_output":
    case "meta":
    case "caveat":
    case "tool_result":
      return [];
  }
}

/** Text as it stands; a picture is only named. */
function worded(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!isArray(content)) return "";
  const parts = content.filter(isObject).map((block) => {
    const type = stringField(block, "type") ?? "";
    return type === "text" ? (stringField(block, "text") ?? "") : `[${type === "" ? "something" : type}]`;
  });
  return parts.join("\n");
}
