// `message.content` of any shape -> content blocks; a string is one text block, what is unknown stays readable as `other`.
import { type CallId, isCallId } from "./ids.ts";
import { type Json, type JsonObject, field, isArray, isObject, stringField, trueField } from "./json.ts";

export type Block =
  | { readonly type: "text"; readonly text: string; readonly raw: JsonObject }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string; readonly raw: JsonObject }
  | { readonly type: "redacted_thinking"; readonly raw: JsonObject }
  | {
      readonly type: "tool_use";
      readonly id: CallId | undefined;
      readonly name: string;
      readonly input: Json | undefined;
      readonly raw: JsonObject;
    }
  | {
      readonly type: "tool_result";
      readonly callId: CallId | undefined;
      readonly content: Json | undefined;
      readonly isError: boolean;
      readonly raw: JsonObject;
    }
  | { readonly type: "image"; readonly raw: JsonObject }
  | { readonly type: "other"; readonly name: string; readonly raw: JsonObject };

export function blocksOf(content: Json | undefined): readonly Block[] {
  if (typeof content === "string") return [textBlock(content)];
  if (!isArray(content)) return [];
  const blocks: Block[] = [];
  for (const raw of content) if (isObject(raw)) blocks.push(blockOf(raw));
  return blocks;
}

export function textBlock(text: string): Block {
  return { type: "text", text, raw: { type: "text", text } };
}

function blockOf(raw: JsonObject): Block {
  const type = stringField(raw, "type") ?? "";
  switch (type) {
    case "text":
      return { type, text: stringField(raw, "text") ?? "", raw };
    case "thinking":
      return {
        type,
        thinking: stringField(raw, "thinking") ?? "",
        signature: stringField(raw, "signature") ?? "",
        raw,
      };
    case "redacted_thinking":
    case "image":
      return { type, raw };
    case "tool_use":
      return { type, id: callId(raw, "id"), name: stringField(raw, "name") ?? "", input: field(raw, "input"), raw };
    case "tool_result":
      return {
        type,
        callId: callId(raw, "tool_use_id"),
        content: field(raw, "content"),
        isError: trueField(raw, "is_error"),
        raw,
      };
  }
  return { type: "other", name: type, raw };
}

function callId(raw: JsonObject, key: string): CallId | undefined {
  const id = field(raw, key);
  return isCallId(id) ? id : undefined;
}

/** The text a person would read in a block's content: strings, and the text blocks of arrays, joined by line feeds. */
export function plainText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  const texts = blocksOf(content).flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.join("\n");
}
