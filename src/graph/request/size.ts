// The messages of a request -> about how many tokens each sort of content takes: by its bytes, a picture by the piece.
import { type Block, type JsonObject, blocksOf, jsonText, stringField, utf8Bytes } from "../../format/index.ts";
import type { RequestMessage } from "./request.ts";

export const contentKinds = ["text", "thinking", "tool_use", "tool_result", "image", "other"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Whole tokens by sort of content. */
export type RequestSize = Readonly<Record<ContentKind, number>>;

/** A rule of thumb, where nothing was measured. */
const bytesPerToken = 4;
/** A picture costs about this much, whatever its bytes. */
const imageTokens = 1500;

/** How long a text is, in bytes and in characters: other than it looks, where it stands for a longer one. */
export type TextLengths = { readonly bytes: (text: string) => number; readonly units: (text: string) => number };

export const textLengths: TextLengths = {
  bytes: (text) => utf8Bytes(text).length,
  units: (text) => text.length,
};

export function requestSize(messages: readonly RequestMessage[], lengths: TextLengths = textLengths): RequestSize {
  const bytes = new Map<ContentKind, number>();
  let images = 0;
  for (const { content } of messages) {
    for (const block of blocksOf(content)) {
      const sized = sizeOf(block, lengths);
      bytes.set(sized.kind, (bytes.get(sized.kind) ?? 0) + sized.bytes);
      images += sized.images;
    }
  }
  const tokens = (kind: ContentKind): number => Math.round((bytes.get(kind) ?? 0) / bytesPerToken);
  return {
    text: tokens("text"),
    thinking: tokens("thinking"),
    tool_use: tokens("tool_use"),
    tool_result: tokens("tool_result"),
    image: images * imageTokens,
    other: tokens("other"),
  };
}

type Sized = { readonly kind: ContentKind; readonly bytes: number; readonly images: number };

function sizeOf(block: Block, lengths: TextLengths): Sized {
  const { bytes: lengthOf } = lengths;
  /** In base64. */
  const hidden = (text: string): number => Math.round(lengths.units(text) * 0.75);
  switch (block.type) {
    case "text":
      return { kind: "text", bytes: lengthOf(block.text), images: 0 };
    case "thinking":
      // Newer clients keep no words of thinking: its signature holds them.
      return {
        kind: "thinking",
        bytes: block.thinking === "" ? hidden(block.signature) : lengthOf(block.thinking),
        images: 0,
      };
    case "redacted_thinking":
      return { kind: "thinking", bytes: hidden(stringField(block.raw, "data") ?? ""), images: 0 };
    case "tool_use":
      return { kind: "tool_use", bytes: lengthOf(`${block.name}${inputText(block)}`), images: 0 };
    case "tool_result":
      return resultSize(block, lengths);
    case "image":
      return { kind: "image", bytes: 0, images: 1 };
    case "other":
      return { kind: "other", bytes: lengthOf(textOf(block.raw)), images: 0 };
  }
}

function resultSize({ content }: Extract<Block, { type: "tool_result" }>, { bytes }: TextLengths): Sized {
  const inside = blocksOf(content);
  const texts = inside.map((part) =>
    part.type === "text" ? part.text : part.type === "image" ? "" : textOf(part.raw),
  );
  const images = inside.filter((part) => part.type === "image").length;
  return { kind: "tool_result", bytes: bytes(texts.join("\n")), images };
}

const inputText = ({ input }: Extract<Block, { type: "tool_use" }>): string =>
  input === undefined ? "" : (jsonText(input) ?? "");
const textOf = (raw: JsonObject): string => jsonText(raw) ?? "";
