// Messages as sent -> the flat list of blocks two requests are compared by; what every client words its own way is left out.
import { createHash } from "node:crypto";
import { blocksOf, isArray, stringField } from "../format/index.ts";
import type { Block, Json, JsonObject } from "../format/index.ts";
import { isFiller, isFillerResult, isReminder, withoutReminders } from "./filler.ts";

export type ComparableBlock = {
  readonly role: string;
  readonly type: string;
  /** Of a call or of the call a result answers. */
  readonly id?: string;
  readonly text: string;
};

/** `prompt` is the new prompt at the end of a request, if it has one: it belongs to no session yet. */
export function comparable(messages: readonly JsonObject[], prompt?: string): readonly ComparableBlock[] {
  const spoken = messages.filter((message) => stringField(message, "role") !== "system");
  const flat = spoken.flatMap((message) => blocksOf(message["content"]).map((block) => ({ message, block })));
  return withoutPrompt(flat, prompt)
    .filter(({ block }) => !isLeftOut(block))
    .map(({ message, block }) => ({ role: stringField(message, "role") ?? "", ...comparableBlock(block) }));
}

type Flat = { readonly message: JsonObject; readonly block: Block };

function withoutPrompt(flat: readonly Flat[], prompt: string | undefined): readonly Flat[] {
  if (prompt === undefined) return flat;
  const at = flat.findLastIndex(({ block }) => block.type === "text" && block.text.trim() === prompt.trim());
  return flat.flatMap((item, index) => {
    if (index === at) return [];
    const meets = index === at - 1 && item.message === flat[at]?.message;
    return [meets ? { ...item, block: withoutSeam(item.block) } : item];
  });
}

/** Merging text with text puts a line break at the end of the first. */
function withoutSeam(block: Block): Block {
  return block.type === "text" ? { ...block, text: block.text.replace(/\n$/, "") } : block;
}

function isLeftOut(block: Block): boolean {
  if (block.type === "text") return isReminder(block.text) || isFiller(block.text);
  return block.type === "tool_result" && isFillerResult(block);
}

function comparableBlock(block: Block): Omit<ComparableBlock, "role"> {
  switch (block.type) {
    case "text":
      return { type: block.type, text: block.text };
    case "thinking":
      return { type: block.type, text: `${block.thinking} (signed ${block.signature})` };
    case "tool_use":
      return { type: block.type, id: block.id ?? "", text: `${block.name} ${JSON.stringify(block.input)}` };
    case "tool_result":
      return { type: block.type, id: block.callId ?? "", text: resultText(block) };
    case "redacted_thinking":
    case "image":
      return { type: block.type, text: hashOf(block.raw) };
    case "other":
      return { type: block.name, text: hashOf(block.raw) };
  }
}

function resultText({ content, isError }: Extract<Block, { type: "tool_result" }>): string {
  return `${isError ? "error: " : ""}${resultParts(content).join("\n")}`;
}

/** Folding a reminder into a result trims the result, so blanks at its ends say nothing. */
function resultParts(content: Json | undefined): readonly string[] {
  if (content === undefined || content === null) return [];
  if (typeof content !== "string" && !isArray(content)) return [JSON.stringify(content)];
  return blocksOf(content).flatMap((part) => {
    if (part.type !== "text") return [`${part.type} ${hashOf(part.raw)}`];
    const text = withoutReminders(part.text);
    return text === "" ? [] : [text];
  });
}

/** Where the cache marks stand depends on the request, not on the session. */
function hashOf({ cache_control: _, ...rest }: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}
