// A parsed entry -> what the digest wants of it, by its own fields alone: the reference that the scan kernel must equal.
import {
  type Block,
  type JsonObject,
  blocksOf,
  field,
  isArray,
  isObject,
  objectField,
  plainText,
  stringField,
  timestampMs,
  trueField,
} from "../../format/index.ts";
import { cutText, previewLength } from "../node.ts";
import { type PromptKind, classifyPrompt, promptText, readablePrompt } from "../prompt.ts";
import { countIn } from "../usage.ts";
import {
  messageApiError,
  messageCounted,
  messageSidechain,
  messageStopped,
  resultDenied,
  resultError,
  resultInterrupted,
} from "./digest.ts";

export type UsageFacts = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
};

export type MessageFacts = UsageFacts & {
  readonly id: string;
  readonly model: string;
  readonly variant: string;
  readonly flags: number;
};

export type CallFacts = { readonly id: string; readonly name: string; readonly target: string };
export type ResultFacts = {
  readonly callId: string;
  readonly flags: number;
  readonly size: number;
  readonly searches: number;
};

export type LineFacts = {
  readonly type: string | undefined;
  readonly uuid: string | undefined;
  readonly timeMs: number | undefined;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly version: string | undefined;
  readonly forkedFrom: string | undefined;
  readonly message: MessageFacts | undefined;
  readonly calls: readonly CallFacts[];
  readonly results: readonly ResultFacts[];
  readonly isCompaction: boolean;
};

/** `sizeOf` says how many bytes the `content` of the nth block of `message.content` takes in the line. */
export function lineFacts(raw: JsonObject, sizeOf: (block: number) => number): LineFacts {
  const type = stringField(raw, "type");
  const message = objectField(raw, "message");
  const content = message === undefined ? undefined : field(message, "content");
  return {
    type,
    uuid: stringField(raw, "uuid"),
    timeMs: timestampMs(stringField(raw, "timestamp")),
    sessionId: stringField(raw, "sessionId"),
    agentId: stringField(raw, "agentId"),
    cwd: stringField(raw, "cwd"),
    gitBranch: stringField(raw, "gitBranch"),
    version: stringField(raw, "version"),
    forkedFrom: stringField(objectField(raw, "forkedFrom") ?? {}, "sessionId"),
    message: type === "assistant" && message !== undefined ? messageFacts(raw, message) : undefined,
    calls: type === "assistant" && isArray(content) ? content.flatMap((block, at) => callFacts(raw, block, at)) : [],
    results:
      type === "user" && isArray(content)
        ? content.flatMap((block, at) => resultFacts(raw, block, { at, size: () => sizeOf(at) }))
        : [],
    isCompaction: type === "system" && stringField(raw, "subtype") === "compact_boundary",
  };
}

/** An answer of the API reports usage; what has none was never one. Where its figures are none, nobody knows what it used. */
function messageFacts(raw: JsonObject, message: JsonObject): MessageFacts | undefined {
  const usage = objectField(message, "usage");
  if (usage === undefined) return undefined;
  return {
    id: idIn(message, "id") ?? idIn(raw, "uuid") ?? "",
    model: stringField(message, "model") ?? "",
    variant: variantOf(usage),
    flags:
      (stringField(message, "stop_reason") === undefined ? 0 : messageStopped) +
      (trueField(raw, "isApiErrorMessage") ? messageApiError : 0) +
      (trueField(raw, "isSidechain") ? messageSidechain : 0) +
      (isCounted(usage) ? messageCounted : 0),
    ...usageFacts(usage),
  };
}

export function usageFacts(usage: JsonObject): UsageFacts {
  const created = objectField(usage, "cache_creation") ?? {};
  const cacheWrite1h = countField(created, "ephemeral_1h_input_tokens");
  const written = countIn(usage, "cache_creation_input_tokens");
  return {
    input: countField(usage, "input_tokens"),
    output: countField(usage, "output_tokens"),
    cacheRead: countField(usage, "cache_read_input_tokens"),
    cacheWrite: written ?? cacheWrite1h + countField(created, "ephemeral_5m_input_tokens"),
    cacheWrite1h,
    webSearches: countField(objectField(usage, "server_tool_use") ?? {}, "web_search_requests"),
  };
}

/** An empty id tells nothing apart: it is none. */
function idIn(object: JsonObject, key: string): string | undefined {
  const id = stringField(object, key);
  return id === "" ? undefined : id;
}

/** For what has no id of its own: copies of the entry have the same. */
function idByPlace(raw: JsonObject, at: number): string {
  const uuid = idIn(raw, "uuid");
  return uuid === undefined ? "" : `${uuid}#${at}`;
}

/** Whether it tells the output, and nothing that should be a count is something else. */
function isCounted(usage: JsonObject): boolean {
  const created = objectField(usage, "cache_creation") ?? {};
  const served = objectField(usage, "server_tool_use") ?? {};
  return (
    countIn(usage, "output_tokens") !== undefined &&
    usageCounts.every((key) => isCountOrNone(usage, key)) &&
    creationCounts.every((key) => isCountOrNone(created, key)) &&
    isCountOrNone(served, "web_search_requests")
  );
}

const usageCounts = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"] as const;
const creationCounts = ["ephemeral_1h_input_tokens", "ephemeral_5m_input_tokens"] as const;

function isCountOrNone(object: JsonObject, key: string): boolean {
  return (field(object, key) ?? null) === null || countIn(object, key) !== undefined;
}

const countField = (object: JsonObject, key: string): number => countIn(object, key) ?? 0;

const standard = new Set(["", "standard", "not_available", "global"]);

/** What may change the price beside the model, as `key=value` pairs; "" where all is standard. */
function variantOf(usage: JsonObject): string {
  return ["service_tier", "speed", "inference_geo"]
    .flatMap((key) => {
      const value = stringField(usage, key) ?? "";
      return standard.has(value) ? [] : [`${key}=${value}`];
    })
    .join(" ");
}

/** Longer targets are told apart by their first words well enough. */
export const targetLength = previewLength;

function callFacts(raw: JsonObject, block: unknown, at: number): readonly CallFacts[] {
  if (!isObject(block) || stringField(block, "type") !== "tool_use") return [];
  const id = stringField(block, "id");
  const name = stringField(block, "name");
  if (id === undefined || name === undefined) return [];
  return [{ id: id === "" ? idByPlace(raw, at) : id, name, target: targetOf(objectField(block, "input") ?? {}) }];
}

/** In this order: a call with several of them is about the first. */
export const targetKeys = ["file_path", "notebook_path", "command"] as const;

function targetOf(input: JsonObject): string {
  for (const key of targetKeys) {
    const target = stringField(input, key);
    if (target !== undefined) return cutText(target, targetLength);
  }
  return "";
}

type BlockPlace = { readonly at: number; readonly size: () => number };

function resultFacts(raw: JsonObject, block: unknown, { at, size }: BlockPlace): readonly ResultFacts[] {
  if (!isObject(block) || stringField(block, "type") !== "tool_result") return [];
  const callId = stringField(block, "tool_use_id");
  if (callId === undefined) return [];
  return [
    {
      callId: callId === "" ? idByPlace(raw, at) : callId,
      flags: outcomeOf(raw, block),
      size: size(),
      searches: countField(objectField(raw, "toolUseResult") ?? {}, "searchCount"),
    },
  ];
}

const rejected =
  /^(The user doesn't want to (proceed with|take)|User rejected|Permission (to use|for this action)|Claude requested permissions)/;
const interrupted = /^(\[Request interrupted|The user interrupted|Interrupted by user)/;

function outcomeOf(raw: JsonObject, block: JsonObject): number {
  if (!trueField(block, "is_error")) return 0;
  const denial = stringField(raw, "toolDenialKind");
  if (denial !== undefined) return resultError + (denial === "interrupted" ? resultInterrupted : resultDenied);
  return errorOutcome(stringField(raw, "toolUseResult") ?? plainText(field(block, "content")));
}

/** The flags of a result that is an error, by how its words begin. */
export function errorOutcome(told: string): number {
  const text = told.replace(/^Error: /, "").trimStart();
  return resultError + (rejected.test(text) ? resultDenied : interrupted.test(text) ? resultInterrupted : 0);
}

/** What sort of prompt an entry is, and what it says; undefined for everything that is no prompt. */
export function promptFacts(raw: JsonObject): { readonly kind: PromptKind; readonly text: () => string } | undefined {
  const type = stringField(raw, "type");
  if (type !== "user" && type !== "attachment") return undefined;
  const blocks: readonly Block[] = blocksOf(field(objectField(raw, "message") ?? {}, "content"));
  const kind = classifyPrompt(type, raw, blocks);
  return kind === undefined
    ? undefined
    : { kind, text: () => cutText(readablePrompt(promptText(raw, blocks)).trim(), previewLength) };
}
