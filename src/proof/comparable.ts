// Messages as sent -> the flat list of blocks two requests are compared by; what every client words its own way is left out.
import { createHash } from "node:crypto";
import { blocksOf, isArray } from "../format/index.ts";
import type { Block, Json, JsonObject } from "../format/index.ts";
import type { RequestMessage } from "../graph/index.ts";
import { isFiller, isFillerResult, isReminder, withoutReminders } from "./filler.ts";

export type ComparableBlock = {
  readonly role: string;
  readonly type: string;
  /** Of a call or of the call a result answers. */
  readonly id?: string;
  readonly text: string;
};

/** `prompt` is the new prompt at the end of a request, if it has one: it belongs to no session yet. */
export function comparable(messages: readonly RequestMessage[], prompt?: string): readonly ComparableBlock[] {
  const spoken = messages.filter(({ role }) => role !== "system");
  const flat = spoken.flatMap(({ role, content }) => blocksOf(content).map((block) => ({ role, block })));
  const old = withoutPrompt(flat, prompt).filter(({ block }) => !isLeftOut(block));
  return withoutSeam(old.map(({ role, block }) => ({ role, ...comparableBlock(block) })));
}

type Flat = { readonly role: string; readonly block: Block };

function withoutPrompt(flat: readonly Flat[], prompt: string | undefined): readonly Flat[] {
  if (prompt === undefined) return flat;
  const at = flat.findLastIndex(({ block }) => block.type === "text" && block.text.trim() === prompt.trim());
  return at < 0 ? flat : flat.toSpliced(at, 1);
}

/** A prompt that joins the user's last text leaves a line break there; whether it has joined yet says nothing. */
function withoutSeam(blocks: readonly ComparableBlock[]): readonly ComparableBlock[] {
  const last = blocks.at(-1);
  if (last?.role !== "user" || last.type !== "text") return blocks;
  return blocks.with(-1, { ...last, text: last.text.replace(/\n+$/, "") });
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
