// Drafts -> drafts in which every call is answered by the next message and every result answers the one before; the client's repairs.
import { type JsonObject, stringField } from "../../format/index.ts";
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

export function pairCalls(drafts: readonly Draft[]): readonly Draft[] {
  const paired: Draft[] = [];
  const seen = new Set<string>();
  let open: readonly string[] = [];
  for (const draft of drafts) {
    if (draft.role === "system") {
      paired.push(draft);
      continue;
    }
    if (draft.role === "assistant") {
      if (open.length > 0) paired.push(userDraft(open.map(missingResult)));
      const kept = withoutRepeats(draft, seen);
      open = idsOf(kept);
      paired.push(kept);
      continue;
    }
    const answered = answering(
      draft,
      open,
      paired.some((earlier) => earlier.role !== "system"),
    );
    open = [];
    if (answered !== undefined) paired.push(answered);
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

function answering(draft: Draft, open: readonly string[], isBehindOthers: boolean): Draft | undefined {
  const pieces = piecesOf(draft);
  const wanted = new Set(open);
  const kept = pieces.filter(
    (item) => !isToolResult(item) || wanted.delete(stringField(item.block, "tool_use_id") ?? ""),
  );
  const missing = open.filter((id) => wanted.has(id)).map(missingResult);
  if (kept.length === pieces.length && missing.length === 0) return draft;
  if (kept.length === 0 && missing.length === 0) {
    const text = isBehindOthers ? "(no content)" : "[Orphaned tool result removed due to conversation resume]";
    return { ...draft, content: isBehindOthers ? text : [piece({ type: "text", text })] };
  }
  return { ...draft, content: [...missing, ...kept.filter((item) => blockText(item)?.trim() !== "")] };
}

/** Calls come last in a message, unless that would bring apart thinking blocks together. */
export function callsLast(draft: Draft): Draft {
  if (draft.role !== "assistant") return draft;
  const pieces = piecesOf(draft);
  const sorted = [...pieces.filter((item) => !isToolUse(item)), ...pieces.filter(isToolUse)];
  return neighbours(sorted) > neighbours(pieces) ? draft : { ...draft, content: sorted };
}

const neighbours = (pieces: readonly Piece[]): number =>
  pieces.filter((item, index) => {
    const before = pieces[index - 1];
    return before !== undefined && isThinking(before) && isThinking(item);
  }).length;
