// Drafts -> drafts in which every call is answered by the next message and every result answers the one before; the client's repairs.
import { type JsonObject, stringField } from "../../format/index.ts";
import type { ReplayRules } from "../rules.ts";
import {
  type Draft,
  type Piece,
  blockText,
  blockType,
  isThinking,
  isToolResult,
  isToolUse,
  piece,
  piecesOf,
} from "./draft.ts";

export function pairCalls(drafts: readonly Draft[], { pairing }: Pick<ReplayRules, "pairing">): readonly Draft[] {
  if (pairing === "none") return drafts;
  const paired: Draft[] = [];
  const seen = new Set<string>();
  let open: readonly string[] = [];
  let isBehindOthers = false;
  for (const draft of drafts) {
    if (draft.role === "system") {
      paired.push(draft);
      continue;
    }
    if (draft.role === "assistant") {
      if (open.length > 0) paired.push(userDraft(open.map(missingResult)));
      const kept = pairing === "repair" ? withoutRepeats(draft, seen) : draft;
      open = idsOf(kept);
      paired.push(kept);
    } else {
      const answered = answering(draft, open, isBehindOthers);
      open = [];
      // Before the repairs were complete, a message that lost all its results was left out.
      if (pairing === "repair" || piecesOf(draft).length === 0 || answered.isAnything) paired.push(answered.draft);
    }
    isBehindOthers = true;
  }
  return open.length > 0 ? [...paired, userDraft(open.map(missingResult))] : paired;
}

const userDraft = (content: readonly Piece[]): Draft => ({
  role: "user",
  content,
  messageId: undefined,
  fromAttachment: false,
});
const idsOf = (draft: Draft): readonly string[] =>
  piecesOf(draft)
    .filter(isToolUse)
    .map((use) => stringField(use.block, "id") ?? "");

function missingResult(id: string): Piece {
  return piece({
    type: "tool_result",
    tool_use_id: id,
    content: "[Tool result missing due to internal error]",
    is_error: true,
  });
}

/** A call id may appear once in a conversation; a call that the server ran needs its result in the same message. */
function withoutRepeats(draft: Draft, seen: Set<string>): Draft {
  const pieces = piecesOf(draft);
  const served = new Set(pieces.map((item) => stringField(item.block, "tool_use_id")));
  const kept = pieces.filter((item) => {
    const id = stringField(item.block, "id") ?? "";
    if (serverCalls.has(blockType(item))) return served.has(id);
    if (!isToolUse(item)) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
  if (kept.length === pieces.length) return draft;
  const interrupted: JsonObject = { type: "text", text: "[Tool use interrupted]", citations: [] };
  return { ...draft, content: kept.length === 0 ? [piece(interrupted)] : kept };
}

const serverCalls: ReadonlySet<string> = new Set(["mcp_tool_use", "server_tool_use"]);

type Answered = { readonly draft: Draft; readonly isAnything: boolean };

function answering(draft: Draft, open: readonly string[], isBehindOthers: boolean): Answered {
  const pieces = piecesOf(draft);
  const wanted = new Set(open);
  const kept = pieces.filter(
    (item) => !isToolResult(item) || wanted.delete(stringField(item.block, "tool_use_id") ?? ""),
  );
  const missing = open.filter((id) => wanted.has(id)).map(missingResult);
  if (kept.length === pieces.length && missing.length === 0) return { draft, isAnything: true };
  if (kept.length === 0 && missing.length === 0) {
    const text = isBehindOthers ? "(no content)" : "[Orphaned tool result removed due to conversation resume]";
    return { draft: { ...draft, content: isBehindOthers ? text : [piece({ type: "text", text })] }, isAnything: false };
  }
  const content = [...missing, ...kept.filter((item) => blockText(item)?.trim() !== "")];
  return { draft: { ...draft, content }, isAnything: true };
}

/** Calls come last in a message: never, behind text that ends it, always, or unless apart thinking would meet. */
export function callsLast(draft: Draft, { callsLast: when }: Pick<ReplayRules, "callsLast">): Draft {
  const pieces = piecesOf(draft);
  const last = pieces.at(-1);
  if (draft.role !== "assistant" || when === "never" || last === undefined) return draft;
  if (when === "behind-text" && blockText(last) === undefined) return draft;
  const sorted = [...pieces.filter((item) => !isToolUse(item)), ...pieces.filter(isToolUse)];
  const isKept = when === "unless-thinking-meets" && neighbours(sorted) > neighbours(pieces);
  return isKept ? draft : { ...draft, content: sorted };
}

const neighbours = (pieces: readonly Piece[]): number =>
  pieces.filter((item, index) => {
    const before = pieces[index - 1];
    return before !== undefined && isThinking(before) && isThinking(item);
  }).length;
