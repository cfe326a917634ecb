// Messages one after the other -> a growing conversation in which user joins user and lines of one response join; linear in its length.
import type { ReplayRules } from "../rules.ts";
import { type Draft, type Piece, blockText, isToolResult, textPiece, withLineFeed } from "./draft.ts";

/** A message while pieces are still added to it. */
type Open = {
  readonly role: Draft["role"];
  readonly messageId: string | undefined;
  fromAttachment: boolean;
  /** A prompt that was never merged stays a string. */
  text: string | undefined;
  /** In the order they came, until something is merged: then tool results stand in front. */
  results: Piece[];
  others: Piece[];
  isMerged: boolean;
};

export type DraftList = {
  readonly addUser: (content: string | readonly Piece[]) => void;
  readonly addAssistant: (messageId: string, pieces: readonly Piece[]) => void;
  /** A message that nothing joins. */
  readonly addBeside: (role: Draft["role"], pieces: readonly Piece[]) => void;
  /** The last piece of a user message at the end, to be replaced by `change`; undefined when the end is not the user's. */
  readonly changeEnd: (change: (last: Piece) => readonly Piece[]) => boolean;
  readonly endsWithUser: () => boolean;
  readonly all: () => readonly Draft[];
};

export function draftList(rules: Pick<ReplayRules, "seam" | "mergeBack" | "resultsFirst">): DraftList {
  const drafts: Open[] = [];
  /** Where each response stands, as far back as the search of its later lines goes. */
  const reachable = new Map<string, Open>();
  let spoken: Open | undefined;
  /** What came since the last assistant line. */
  let since: Open[] = [];

  function push(role: Draft["role"], messageId: string | undefined, pieces: readonly Piece[]): Open {
    const open: Open = {
      role,
      messageId,
      fromAttachment: false,
      text: undefined,
      results: [],
      others: [...pieces],
      isMerged: false,
    };
    drafts.push(open);
    since.push(open);
    if (role !== "system") spoken = open;
    return open;
  }

  /** Later lines of a response are looked for behind the last plain user message only. */
  function endSearch(): void {
    const isPlain = ({ role, fromAttachment, results, others }: Open): boolean =>
      role === "user" && !fromAttachment && results.length === 0 && !others.some(isToolResult);
    const isEnded = rules.mergeBack === "adjacent" ? since.some(({ role }) => role === "user") : since.some(isPlain);
    if (isEnded) reachable.clear();
    since = [];
  }

  function merge(open: Open, after: readonly Piece[]): void {
    if (open.text !== undefined) open.others = [textPiece(open.text)];
    open.text = undefined;
    const last = endOf(open);
    const [first] = after;
    const meet =
      last !== undefined && first !== undefined && blockText(last) !== undefined && blockText(first) !== undefined;
    if (meet && rules.seam === "\n") open.others[open.others.length - 1] = withLineFeed(last);
    if (!open.isMerged) {
      open.results = open.others.filter(isToolResult);
      open.others = open.others.filter((item) => !isToolResult(item));
    }
    open.isMerged = true;
    for (const item of after) (isToolResult(item) ? open.results : open.others).push(item);
  }

  return {
    addUser(content) {
      const pieces = typeof content === "string" ? [textPiece(content)] : content;
      if (spoken?.role === "user") {
        merge(spoken, pieces);
        spoken.fromAttachment = false;
        return;
      }
      const open = push("user", undefined, pieces);
      if (typeof content === "string") open.text = content;
      if (rules.resultsFirst === "always") merge(open, []);
    },
    addAssistant(messageId, pieces) {
      endSearch();
      const earlier = reachable.get(messageId);
      if (earlier !== undefined) {
        for (const item of pieces) earlier.others.push(item);
        return;
      }
      if (rules.mergeBack !== "over-assistants") reachable.clear();
      reachable.set(messageId, push("assistant", messageId, pieces));
      since = [];
    },
    addBeside(role, pieces) {
      push(role, undefined, pieces).fromAttachment = true;
    },
    changeEnd(change) {
      if (spoken?.role !== "user") return false;
      if (spoken.text !== undefined) spoken.others = [textPiece(spoken.text)];
      spoken.text = undefined;
      const list = spoken.others.length > 0 ? spoken.others : spoken.results;
      const last = list.pop();
      if (last === undefined) return false;
      for (const [index, item] of change(last).entries()) (index === 0 ? list : spoken.others).push(item);
      return true;
    },
    endsWithUser: () => spoken?.role === "user",
    all: () => drafts.map(closed),
  };
}

const endOf = ({ others, results }: Open): Piece | undefined => others.at(-1) ?? results.at(-1);

function closed({ role, messageId, fromAttachment, text, results, others }: Open): Draft {
  return { role, messageId, fromAttachment, content: text ?? [...results, ...others] };
}
