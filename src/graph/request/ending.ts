// How a conversation ends when it is taken up again: notices for calls that never returned, and a filler between two prompts.
import type { CallId } from "../../format/index.ts";
import type { ReplayRules } from "../rules.ts";
import { type Draft, type Piece, piece, textPiece } from "./draft.ts";
import type { Filtered } from "./filter.ts";
import { type Item, isCaveat, isCommandOutput, isError, isLocalCommandLine } from "./item.ts";

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

export function interruptedResults(calls: readonly CallId[]): readonly Piece[] {
  return calls.map((id) => piece({ type: "tool_result", content: interrupted, is_error: true, tool_use_id: id }));
}

/** What clients from 2.1.30 to 2.1.150 say for a person who left a result unanswered. */
export const continueText = "Continue from where you left off.";

/** How older clients end a conversation: with a filler, with a request to go on and a filler, or as it is. */
export function olderEnding(
  { items, users }: Pick<Filtered, "items" | "users">,
  rules: ReplayRules,
): "open" | "filler" | "continue" {
  if (rules.ending === "filler-unless-trailed") return items.at(-1)?.node.type === "user" ? "filler" : "open";
  const spoken = items.slice(0, spokenEnd(items));
  const unanswered = spoken.slice(spoken.findLastIndex((item) => item.node.type === "assistant") + 1);
  const last = unanswered.at(-1);
  if (last === undefined) return "open";
  // Joined, the last message holds whatever stands right in front of it.
  const joined = users === "joined" ? unanswered.slice(unanswered.findLastIndex(isNotUsers) + 1) : [last];
  const hasResults = joined.some((item) => item.node.results.length > 0);
  return last.node.type === "attachment" || hasResults ? "continue" : "filler";
}

/** How many items there are without the client's own lines at the end. */
export const spokenEnd = (items: readonly Item[]): number =>
  items.findLastIndex((item) => item.node.type !== "system") + 1;

/**
 * Where the filler goes: the number of items in front of it, or undefined when none is needed.
 * It parts a prompt that was never answered, with all attachments behind it, from what is said next.
 */
export function fillerPlace(items: readonly Item[]): number | undefined {
  const place = spokenEnd(items);
  // An error at the very end counts as an answer; with attachments behind it, it does not.
  const isAnswered = place === 0 || items[place - 1]?.node.type === "assistant";
  const spoken = items.filter((item) => isSpoken(item) && !isError(item));
  const needed = !isAnswered && spoken.at(-1)?.node.type !== "assistant" && !endsWithLocalCommand(spoken);
  return needed ? place : undefined;
}

const isNotUsers = ({ node }: Item): boolean => node.type !== "user";

const isSpoken = ({ node }: Item): boolean => node.type === "user" || node.type === "assistant";

/** The last command is the client's own: its caveat shows that nobody waits for an answer. */
function endsWithLocalCommand(spoken: readonly Item[]): boolean {
  let isBehindCommand = true;
  for (const item of spoken.toReversed()) {
    if (item.node.type !== "user" || !isLocalCommandLine(item)) return false;
    if (item.node.meta && (item === spoken.at(-1) || isCaveat(item))) return true;
    // What an earlier command printed: its caveat does not count for this one.
    if (isCommandOutput(item) && !isBehindCommand) return false;
    if (!isCommandOutput(item)) isBehindCommand = false;
  }
  return false;
}
