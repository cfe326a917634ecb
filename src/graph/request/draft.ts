// The messages while they are put together: blocks that know whether the log or the client's own voice speaks in them.
import type { JsonObject } from "../../format/index.ts";

/** One block on its way into a message. */
export type Piece = {
  readonly block: JsonObject;
  /** The client's own wording (reminders): part of what is sent, but not of what was said. */
  readonly reminder: boolean;
  /** What the client folds into this tool result: text pieces. */
  readonly folded: readonly Piece[];
};

export type Draft = {
  readonly role: "user" | "assistant" | "system";
  /** A prompt that was never merged stays a string. */
  readonly content: string | readonly Piece[];
  /** The response this belongs to; for assistant drafts. */
  readonly messageId: string | undefined;
  /** Made of attachments alone. */
  readonly fromAttachment: boolean;
};

export const piece = (block: JsonObject): Piece => ({ block, reminder: false, folded: [] });
export const reminderPiece = (text: string): Piece => ({ block: { type: "text", text }, reminder: true, folded: [] });
export const textPiece = (text: string): Piece => piece({ type: "text", text });

/** Where the prompt that resumes the session will stand; never shown. */
export const promptPiece: Piece = textPiece("(the prompt)");

export function piecesOf(draft: Draft): readonly Piece[] {
  return typeof draft.content === "string" ? [textPiece(draft.content)] : draft.content;
}

export const blockType = (item: Piece): string => (typeof item.block["type"] === "string" ? item.block["type"] : "");
export const blockText = (item: Piece): string | undefined =>
  blockType(item) === "text" && typeof item.block["text"] === "string" ? item.block["text"] : undefined;

export const isToolResult = (item: Piece): boolean => blockType(item) === "tool_result";
export const isToolUse = (item: Piece): boolean => blockType(item) === "tool_use";
export const isThinking = (item: Piece): boolean =>
  blockType(item) === "thinking" || blockType(item) === "redacted_thinking";

/** The same text block with a line feed behind it, as the client leaves at a seam. */
export function withLineFeed(item: Piece): Piece {
  const text = blockText(item);
  return text === undefined ? item : { ...item, block: { ...item.block, text: `${text}\n` } };
}
