// How a conversation ends when it is taken up again: notices for calls that never returned, and a filler between two prompts.
import type { CallId } from "../../format/index.ts";
import { type Draft, piece, textPiece } from "./draft.ts";
import { type Item, isLocalCommandLine } from "./item.ts";

export const noResponse = "No response requested.";
const interrupted =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. " +
  "Check whether it took effect before relying on it or running it again.]";

/** The filler that keeps an old prompt apart from the new one. */
export const fillerDraft: Draft = {
  role: "assistant",
  content: [textPiece(noResponse)],
  messageId: `filler ${noResponse}`,
  fromAttachment: false,
};

export function interruptedResults(calls: readonly CallId[]): Draft {
  const content = calls.map((id) =>
    piece({ type: "tool_result", content: interrupted, is_error: true, tool_use_id: id }),
  );
  return { role: "user", content, messageId: undefined, fromAttachment: false };
}

/** Where the filler goes: the number of items in front of it, or undefined when none is needed. */
export function fillerPlace(items: readonly Item[]): number | undefined {
  const isSpoken = (item: Item): boolean => item.node.type === "user" || item.node.type === "assistant";
  const last = items.findLastIndex(isSpoken);
  const end = items[last];
  if (end === undefined || end.node.type !== "user" || endsWithLocalCommand(items.filter(isSpoken))) return undefined;
  let place = last + 1;
  while (items[place]?.node.type === "attachment") place += 1;
  return place;
}

/** A command of the client's own, whose caveat shows that nobody waits for an answer. */
function endsWithLocalCommand(spoken: readonly Item[]): boolean {
  const start = spoken.findLastIndex((item) => item.node.type !== "user" || !isLocalCommandLine(item)) + 1;
  return spoken.slice(start).some((item) => item.node.meta);
}
