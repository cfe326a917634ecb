// One step and the request it answers -> the finished message of the Messages API; sends nothing.
import type { JsonObject } from "../format/index.ts";
import type { IdSource } from "./ids.ts";
import type { ReplyBlock, Step } from "./script.ts";

/** A block with everything the API would have added. */
export type SentBlock = Exclude<ReplyBlock, { type: "thinking" | "tool_use" }> | Thought | Call;
type Thought = { readonly type: "thinking"; readonly thinking: string; readonly signature: string };
type Call = { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject };

export type Reply = {
  readonly id: string;
  readonly model: string;
  readonly content: readonly SentBlock[];
  readonly stopReason: string;
  readonly usage: JsonObject;
};

const defaultModel = "claude-sonnet-4-5-20250929";
const charsPerToken = 4;

export type Asked = { readonly model: string; readonly sizeBytes: number; readonly ids: IdSource };

export function replyTo(step: Step, asked: Asked): Reply {
  const content = (step.content ?? []).map((block) => sentBlock(block, asked.ids));
  const calls = content.some((block) => block.type === "tool_use");
  return {
    id: asked.ids("msg_01"),
    model: step.model ?? (asked.model === "" ? defaultModel : asked.model),
    content,
    stopReason: step.stopReason ?? (calls ? "tool_use" : "end_turn"),
    usage: usageOf(step, asked, JSON.stringify(content).length),
  };
}

function sentBlock(block: ReplyBlock, ids: IdSource): SentBlock {
  switch (block.type) {
    case "text":
    case "redacted_thinking":
      return block;
    case "thinking":
      return { type: "thinking", thinking: block.thinking, signature: block.signature ?? signatureOf(block.thinking) };
    case "tool_use":
      return { type: "tool_use", id: block.id ?? ids("toolu_01"), name: block.name, input: block.input };
  }
}

/** A signature differs from thought to thought, so that a test can tell whether the right one came back. */
const signatureOf = (thinking: string): string => Buffer.from(`signed:${thinking}`).toString("base64").slice(0, 64);

function usageOf(step: Step, asked: Asked, contentChars: number): JsonObject {
  const cached = Math.ceil(asked.sizeBytes / charsPerToken / 2);
  return {
    input_tokens: 3,
    cache_creation_input_tokens: cached,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: cached, ephemeral_1h_input_tokens: 0 },
    output_tokens: Math.ceil(contentChars / charsPerToken),
    service_tier: "standard",
    ...step.usage,
  };
}

/** The reply as it is given when no stream was asked for. */
export function wholeMessage(reply: Reply): JsonObject {
  return {
    id: reply.id,
    type: "message",
    role: "assistant",
    model: reply.model,
    content: reply.content,
    stop_reason: reply.stopReason,
    stop_sequence: null,
    usage: reply.usage,
  };
}
