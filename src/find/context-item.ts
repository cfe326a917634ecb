// The messages of a request -> its items: one per block, and one per reminder inside a block, each with its size and its place.
import {
  type Block,
  type Json,
  type JsonObject,
  blocksOf,
  isArray,
  isObject,
  jsonText,
  stringField,
  taggedParts,
  withoutTagged,
} from "../format/index.ts";
import { type RequestMessage, type TextLengths, textLengths } from "../graph/index.ts";
import type { Source, Sources } from "./context-source.ts";

export const contextBlocks = ["text", "thinking", "tool_use", "tool_result", "reminder", "image", "other"] as const;
export type ContextBlock = (typeof contextBlocks)[number];

export type Item = {
  readonly role: RequestMessage["role"];
  readonly block: ContextBlock;
  readonly source: Source | undefined;
  readonly tool: string | undefined;
  readonly file: string | undefined;
  /** The sort of reminder. */
  readonly reminder: string | undefined;
  /** Bytes of its text in UTF-8; pictures have none. */
  readonly sizeBytes: number;
  readonly images: number;
  readonly preview: string;
};

export function contextItems(
  messages: readonly RequestMessage[],
  sources: Sources,
  lengths: TextLengths = textLengths,
): readonly Item[] {
  return messages.flatMap(({ role, content }) => {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return blocks.flatMap((raw) => itemsOf(raw, { role, sources, lengths }));
  });
}

type Place = { readonly role: RequestMessage["role"]; readonly sources: Sources; readonly lengths: TextLengths };

function itemsOf(raw: JsonObject, { role, sources, lengths }: Place): readonly Item[] {
  const [block] = blocksOf([raw]);
  if (block === undefined) return [];
  const source = sources.of(raw);
  const bare = { role, source, tool: source?.tool, file: source?.file, reminder: undefined, images: 0 } as const;
  const make = (kind: ContextBlock, text: string): Item => ({
    ...bare,
    block: kind,
    sizeBytes: lengths.bytes(text),
    preview: previewOf(text),
  });
  switch (block.type) {
    case "text":
    case "tool_result": {
      const { texts, images } = contentOf(block);
      if (source?.reminder !== undefined) return [reminderItem(make("reminder", heldText(source, texts)), source)];
      const { own, reminders } = parted(texts);
      const kind = block.type === "text" && own === "" && reminders.length > 0 ? undefined : block.type;
      return [
        ...(kind === undefined ? [] : [{ ...make(kind, own), images }]),
        ...reminders.map((text) => reminderItem(make("reminder", text), sources.ofText(text) ?? source)),
      ];
    }
    case "thinking":
      return [{ ...make("thinking", block.thinking), sizeBytes: thinkingBytes(block, lengths) }];
    case "tool_use": {
      const input = block.input === undefined ? "" : (jsonText(block.input) ?? "");
      return [{ ...make("tool_use", `${block.name}${input}`), tool: block.name, preview: previewOf(input) }];
    }
    case "image":
      return [{ ...make("image", ""), images: 1, preview: "(picture)" }];
    case "redacted_thinking":
      return [{ ...make("thinking", ""), sizeBytes: hiddenBytes(stringField(raw, "data") ?? "", lengths) }];
    case "other":
      return [make("other", jsonText(raw) ?? "")];
  }
}

function reminderItem(item: Item, source: Source | undefined): Item {
  // What stands inside a result is about the session, not about the file that was read.
  const file = source?.reminder === undefined ? undefined : source.file;
  return { ...item, source, file, tool: undefined, reminder: source?.reminder ?? "in the text" };
}

/** Where the client words an attachment itself, what the attachment holds tells its size. */
function heldText(source: Source, texts: string): string {
  if (source.held === undefined) return texts;
  const strings: string[] = [];
  const open: Json[] = [source.held];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") strings.push(value);
    else if (isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value) && stringField(value, "base64") === undefined)
      for (const item of Object.values(value)) open.push(item);
  }
  return strings.join("\n");
}

type Spoken = Extract<Block, { type: "text" | "tool_result" }>;

function contentOf(block: Spoken): { readonly texts: string; readonly images: number } {
  if (block.type === "text") return { texts: block.text, images: 0 };
  const inside = blocksOf(block.content);
  const texts = inside.map((part) =>
    part.type === "text" ? part.text : part.type === "image" ? "" : (jsonText(part.raw) ?? ""),
  );
  return { texts: texts.join("\n"), images: inside.filter((part) => part.type === "image").length };
}

const reminder = "system-reminder";

/** What was said, and what the client put between it. */
function parted(text: string): { readonly own: string; readonly reminders: readonly string[] } {
  if (!text.includes(`<${reminder}>`)) return { own: text, reminders: [] };
  const reminders = Array.from(taggedParts(text, [reminder]), ({ start, end }) => text.slice(start, end));
  return { own: withoutTagged(text, [reminder]).trim(), reminders };
}

/** Newer clients keep no words of thinking: its signature holds them, in base64. */
function thinkingBytes({ thinking, signature }: Extract<Block, { type: "thinking" }>, lengths: TextLengths): number {
  return thinking === "" ? hiddenBytes(signature, lengths) : lengths.bytes(thinking);
}

const hiddenBytes = (base64: string, { units }: TextLengths): number => Math.round(units(base64) * 0.75);

const previewLength = 80;

const previewOf = (text: string): string =>
  text
    .slice(0, 4 * previewLength)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, previewLength)
    .replace(/[\uD800-\uDBFF]$/, "");
