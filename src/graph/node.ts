// One chain entry -> what the graph keeps of it: links, ids, kind and short texts; never its content.
import {
  type AgentId,
  type Block,
  type CallId,
  type EntryId,
  type JsonObject,
  type MessageId,
  blocksOf,
  field,
  fieldOf,
  isAgentId,
  isEntryId,
  isMessageId,
  objectField,
  stringField,
  timestampMs,
  trueField,
} from "../format/index.ts";
import { type PromptKind, classifyPrompt, promptText } from "./prompt.ts";

/** The types that hang together by `parentUuid`. */
export const chainTypes = ["user", "assistant", "attachment", "system", "progress"] as const;
export type ChainType = (typeof chainTypes)[number];

export type CallNote = {
  readonly id: CallId;
  readonly name: string;
  /** What an agent was asked, to find its log by; only for calls that spawn one. */
  readonly task: string | undefined;
};

export type ResultNote = {
  readonly callId: CallId;
  readonly isError: boolean;
  /** The agent that this result speaks of. */
  readonly agentId: AgentId | undefined;
};

export type Node = {
  /** Its place among the chain entries of the file, from 0. */
  readonly index: number;
  readonly line: number;
  readonly type: ChainType;
  /** Absent when the entry has no usable `uuid`. */
  readonly id: EntryId | undefined;
  /** Absent at a root: `parentUuid` null, empty or missing. */
  readonly parent: EntryId | undefined;
  readonly timeMs: number | undefined;
  readonly sidechain: boolean;
  readonly meta: boolean;
  /** A system entry's subtype, an attachment's type, a progress entry's data type. */
  readonly subtype: string | undefined;
  readonly messageId: MessageId | undefined;
  readonly prompt: PromptKind | undefined;
  /** The first characters of what was typed or asked; for prompts only. */
  readonly preview: string | undefined;
  readonly calls: readonly CallNote[];
  readonly results: readonly ResultNote[];
  /** `sourceToolAssistantUUID`: the entry whose call this result answers. */
  readonly source: EntryId | undefined;
  /** Which sort of content an assistant entry carries. */
  readonly content: "text" | "thinking" | "calls" | "none";
};

export const previewLength = 200;

export function nodeOf(
  type: ChainType,
  place: { readonly index: number; readonly line: number },
  raw: JsonObject,
): Node {
  const message = objectField(raw, "message");
  const blocks = blocksOf(message === undefined ? undefined : field(message, "content"));
  const prompt = classifyPrompt(type, raw, blocks);
  const isUser = type === "user";
  return {
    index: place.index,
    line: place.line,
    type,
    id: fieldOf(raw, "uuid", isEntryId),
    parent: fieldOf(raw, "parentUuid", isEntryId),
    timeMs: timestampMs(stringField(raw, "timestamp")),
    sidechain: trueField(raw, "isSidechain"),
    meta: trueField(raw, "isMeta"),
    subtype: subtypeOf(type, raw),
    messageId: type === "assistant" && message !== undefined ? fieldOf(message, "id", isMessageId) : undefined,
    prompt,
    preview:
      prompt === undefined || prompt === "tool_result"
        ? undefined
        : owned(promptText(raw, blocks).slice(0, previewLength)),
    calls: type === "assistant" ? callsOf(blocks) : none,
    results: isUser ? resultsOf(raw, blocks) : none,
    source: isUser ? fieldOf(raw, "sourceToolAssistantUUID", isEntryId) : undefined,
    content: type === "assistant" ? contentOf(blocks) : "none",
  };
}

const none: readonly never[] = [];

function subtypeOf(type: ChainType, raw: JsonObject): string | undefined {
  switch (type) {
    case "system":
      return stringField(raw, "subtype");
    case "attachment":
      return nestedType(raw, "attachment");
    case "progress":
      return nestedType(raw, "data");
    case "user":
    case "assistant":
      return undefined;
  }
}

function nestedType(raw: JsonObject, key: string): string | undefined {
  const nested = objectField(raw, key);
  return nested === undefined ? undefined : stringField(nested, "type");
}

function callsOf(blocks: readonly Block[]): readonly CallNote[] {
  const calls = blocks.flatMap((block) =>
    block.type === "tool_use" && block.id !== undefined
      ? [{ id: block.id, name: block.name, task: taskOf(block) }]
      : [],
  );
  return calls.length === 0 ? none : calls;
}

function taskOf(block: Extract<Block, { type: "tool_use" }>): string | undefined {
  const spawns = block.name === "Task" || block.name === "Agent";
  const input = spawns ? objectField(block.raw, "input") : undefined;
  const task = input === undefined ? undefined : stringField(input, "prompt");
  return task === undefined ? undefined : owned(task.slice(0, previewLength));
}

function resultsOf(raw: JsonObject, blocks: readonly Block[]): readonly ResultNote[] {
  const outcome = objectField(raw, "toolUseResult");
  const agentId = outcome === undefined ? undefined : fieldOf(outcome, "agentId", isAgentId);
  const results = blocks.flatMap((block) =>
    block.type === "tool_result" && block.callId !== undefined
      ? [{ callId: block.callId, isError: block.isError, agentId }]
      : [],
  );
  return results.length === 0 ? none : results;
}

function contentOf(blocks: readonly Block[]): Node["content"] {
  if (blocks.some((block) => block.type === "tool_use")) return "calls";
  if (blocks.some((block) => block.type === "text" && block.text.trim() !== "")) return "text";
  return blocks.some((block) => block.type === "thinking" || block.type === "redacted_thinking") ? "thinking" : "none";
}

/** A copy of its own: a slice of a long string would keep all of that string in memory. */
function owned(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
