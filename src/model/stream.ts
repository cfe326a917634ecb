// A finished reply -> the events that stream it, in order; waits for nothing and sends nothing.
import { objectField, stringField } from "../format/index.ts";
import type { JsonObject } from "../format/index.ts";
import { wholeMessage } from "./reply.ts";
import type { Reply } from "./reply.ts";

export type StreamEvent = { readonly type: string; readonly data: JsonObject };

const piecesPerBlock = 5;
const leastPiece = 20;

export function* streamEvents(reply: Reply): Generator<StreamEvent> {
  const opening = { ...wholeMessage(reply), content: [], stop_reason: null, usage: { ...reply.usage, output_tokens: 1 } };
  yield event("message_start", { message: opening });
  yield event("ping", {});
  for (const [index, block] of reply.content.entries()) yield* blockEvents(index, block);
  yield event("message_delta", { delta: { stop_reason: reply.stopReason, stop_sequence: null }, usage: reply.usage });
  yield event("message_stop", {});
}

function* blockEvents(index: number, block: JsonObject): Generator<StreamEvent> {
  yield event("content_block_start", { index, content_block: emptied(block) });
  for (const delta of deltas(block)) yield event("content_block_delta", { index, delta });
  yield event("content_block_stop", { index });
}

/** A block starts without what its deltas bring; a kind without deltas starts complete. */
function emptied(block: JsonObject): JsonObject {
  switch (block["type"]) {
    case "text":
      return { ...block, text: "" };
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltas(block: JsonObject): readonly JsonObject[] {
  switch (block["type"]) {
    case "text":
      return pieces(stringField(block, "text") ?? "").map((text) => ({ type: "text_delta", text }));
    case "thinking": {
      const thoughts = pieces(stringField(block, "thinking") ?? "").map((thinking) => ({ type: "thinking_delta", thinking }));
      return [...thoughts, { type: "signature_delta", signature: stringField(block, "signature") ?? "" }];
    }
    case "tool_use": {
      const json = JSON.stringify(objectField(block, "input") ?? {});
      return ["", ...pieces(json)].map((part) => ({ type: "input_json_delta", partial_json: part }));
    }
    default:
      return [];
  }
}

function pieces(text: string): readonly string[] {
  const size = Math.max(leastPiece, Math.ceil(text.length / piecesPerBlock));
  const count = Math.max(1, Math.ceil(text.length / size));
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

const event = (type: string, data: JsonObject): StreamEvent => ({ type, data: { type, ...data } });

export const encodeEvent = ({ type, data }: StreamEvent): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
