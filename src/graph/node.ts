// One chain entry -> what the graph keeps of it: links, ids, kind and short texts; never its content.
import {
  type Block,
  type CallId,
  type EntryId,
  type JsonObject,
  type MessageId,
  blocksOf,
  field,
  fieldOf,
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

export type CallNote = { readonly id: CallId; readonly name: string };
export type ResultNote = { readonly callId: CallId; readonly isError: boolean };

export type Node = {
  /** Its place among the chain entries of the file, from 0. */
  readonly index: number;
  readonly line: number;
  /** The length of its line without the line end: tells a copy from another entry with the same uuid. */
  readonly sizeBytes: number;
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
  readonly calls: readonly CallNote[];
  /** Names of the tools of calls with an empty id: they count, but nothing can answer them. */
  readonly idlessCalls: readonly string[];
  readonly results: readonly ResultNote[];
  /** `sourceToolAssistantUUID`: the entry whose call this result answers. */
  readonly source: EntryId | undefined;
};

/** The whole entry of a node, for the text that the graph does not keep. */
export type ReadEntry = (node: Pick<Node, "line">) => JsonObject | undefined;

/** How much of a prompt is shown as a preview. */
export const previewLength = 200;

/** What the log knows already while it is read. */
export type NodeContext = {
  /** The entry with that uuid among those in front. */
  readonly find: (id: EntryId) => Node | undefined;
  /** Texts and ids as the string objects they were first seen as: a log of a million entries holds each once. */
  readonly shared: <T extends string>(text: T) => T;
  readonly sharedMessage: (id: MessageId) => MessageId;
  /** Whether a prompt with this text waited in the queue before; asks for the text only if any did. */
  readonly wasQueued: (text: () => string) => boolean;
};

export type NodePlace = Pick<Node, "type" | "index" | "line" | "sizeBytes">;

export function nodeOf(raw: JsonObject, place: NodePlace, context: NodeContext): Node {
  const { type } = place;
  const message = objectField(raw, "message");
  const blocks = blocksOf(message === undefined ? undefined : field(message, "content"));
  const parentId = fieldOf(raw, "parentUuid", isEntryId);
  const parent = parentId === undefined ? undefined : context.find(parentId);
  const source = type === "user" ? fieldOf(raw, "sourceToolAssistantUUID", isEntryId) : undefined;
  const messageId = type === "assistant" && message !== undefined ? fieldOf(message, "id", isMessageId) : undefined;
  const subtype = subtypeOf(type, raw);
  const kind = classifyPrompt(type, raw, blocks);
  const prompt = kind === undefined ? undefined : promptInContext(kind, parent, { raw, blocks, context });
  return {
    index: place.index,
    line: place.line,
    sizeBytes: place.sizeBytes,
    type,
    id: fieldOf(raw, "uuid", isEntryId),
    parent: parent?.id ?? parentId,
    timeMs: timestampMs(stringField(raw, "timestamp")),
    sidechain: trueField(raw, "isSidechain"),
    meta: trueField(raw, "isMeta"),
    subtype: subtype === undefined ? undefined : context.shared(subtype),
    messageId: messageId === undefined ? undefined : context.sharedMessage(messageId),
    prompt,
    calls: type === "assistant" ? callsOf(blocks, context) : none,
    idlessCalls: type === "assistant" ? idlessCallsOf(blocks) : none,
    results: type === "user" ? resultsOf(blocks) : none,
    source: source === undefined ? undefined : (context.find(source)?.id ?? source),
  };
}

type Spoken = { readonly raw: JsonObject; readonly blocks: readonly Block[]; readonly context: NodeContext };

function promptInContext(kind: PromptKind, parent: Node | undefined, { raw, blocks, context }: Spoken): PromptKind {
  if (kind === "meta" && parent?.prompt === "command") return "command_expansion";
  return kind === "typed" && context.wasQueued(() => promptText(raw, blocks)) ? "queued" : kind;
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

/** Without the spare room that a growing array keeps: there are as many of these as there are entries. */
function compact<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? none : items.slice();
}

function callsOf(blocks: readonly Block[], { shared }: NodeContext): readonly CallNote[] {
  const calls: CallNote[] = [];
  for (const block of blocks)
    if (block.type === "tool_use" && block.id !== undefined) calls.push({ id: block.id, name: shared(block.name) });
  return compact(calls);
}

function idlessCallsOf(blocks: readonly Block[]): readonly string[] {
  const names: string[] = [];
  for (const block of blocks) {
    if (block.type !== "tool_use" || block.id !== undefined || stringField(block.raw, "id") !== "") continue;
    const name = stringField(block.raw, "name");
    if (name !== undefined) names.push(name);
  }
  return compact(names);
}

function resultsOf(blocks: readonly Block[]): readonly ResultNote[] {
  const results: ResultNote[] = [];
  for (const block of blocks)
    if (block.type === "tool_result" && block.callId !== undefined)
      results.push({ callId: block.callId, isError: block.isError });
  return compact(results);
}

/** The beginning, as a copy of its own: a slice of a long string would keep all of that string in memory. */
export function owned(text: string): string {
  const cut = cutText(text.trim(), previewLength);
  return cut.length < 13 ? cut : ` ${cut}`.slice(1);
}

/** At most `length` UTF-16 units, and never half a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
