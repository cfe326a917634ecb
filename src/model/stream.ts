// A finished reply -> the events that stream it, in order; waits for nothing and sends nothing.
import type { JsonObject } from "../format/index.ts";
import { wholeMessage } from "./reply.ts";
import type { Reply, SentBlock } from "./reply.ts";

export type StreamEvent = { readonly type: string; readonly data: JsonObject };

const piecesPerBlock = 5;
const leastPiece = 20;

export function* streamEvents(reply: Reply): Generator<StreamEvent> {
  const opening = {
    ...wholeMessage(reply),
    content: [],
    stop_reason: null,
    usage: { ...reply.usage, output_tokens: 1 },
  };
  yield event("message_start", { message: opening });
  yield event("ping", {});
  for (const [index, block] of reply.content.entries()) yield* blockEvents(index, block);
  yield event("message_delta", { delta: { stop_reason: reply.stopReason, stop_sequence: null }, usage: reply.usage });
  yield event("message_stop", {});
}

function* blockEvents(index: number, block: SentBlock): Generator<StreamEvent> {
  const { start, deltas } = unfold(block);
  yield event("content_block_start", { index, content_block: start });
  for (const delta of deltas) yield event("content_block_delta", { index, delta });
  yield event("content_block_stop", { index });
}

/** A block starts without what its deltas bring; a kind without deltas starts complete. */
function unfold(block: SentBlock): { readonly start: JsonObject; readonly deltas: readonly JsonObject[] } {
  switch (block.type) {
    case "text":
      return {
        start: { ...block, text: "" },
        deltas: pieces(block.text).map((text) => ({ type: "text_delta", text })),
      };
    case "thinking": {
      const thoughts = pieces(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
      const signed = { type: "signature_delta", signature: block.signature };
      return { start: { ...block, thinking: "", signature: "" }, deltas: [...thoughts, signed] };
    }
    case "tool_use": {
      const parts = ["", ...pieces(JSON.stringify(block.input))];
      const deltas = parts.map((part) => ({ type: "input_json_delta", partial_json: part }));
      return { start: { ...block, input: {} }, deltas };
    }
    case "redacted_thinking":
      return { start: block, deltas: [] };
  }
}

function pieces(text: string): readonly string[] {
  const size = Math.max(leastPiece, Math.ceil(text.length / piecesPerBlock));
  const count = Math.max(1, Math.ceil(text.length / size));
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

const event = (type: string, data: JsonObject): StreamEvent => ({ type, data: { type, ...data } });

export const encodeEvent = ({ type, data }: StreamEvent): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
