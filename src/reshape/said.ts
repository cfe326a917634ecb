// What a client sends for a session -> a mark for each thing said in it, and how many of them another one does not say; ids, thinking and reminders do not count.
import { type Block, type Json, blocksOf, isArray, wholeJson, withoutTagged } from "../format/index.ts";
import { type RequestMessage, textHash } from "../graph/index.ts";

/** In rising order, so that two can be compared in one pass; four bytes for each block, for sessions of a million. */
export type Said = Uint32Array;

export function saidIn(request: readonly RequestMessage[]): Said {
  const marks: number[] = [];
  for (const { role, content } of request) {
    if (role === "system") continue;
    for (const block of blocksOf(content)) {
      const words = wordsOf(block);
      if (words !== "") marks.push(textHash(`${role} ${words}`));
    }
  }
  return Uint32Array.from(marks).sort();
}

/** How many blocks of the one the other does not say, or says less often. */
export function countUnsaid(before: Said, after: Said): number {
  let [unsaid, at] = [0, 0];
  for (const mark of before) {
    while ((after[at] ?? Infinity) < mark) at += 1;
    if (after[at] === mark) at += 1;
    else unsaid += 1;
  }
  return unsaid;
}

/** Empty for what says nothing: which thinking is sent depends on the model of the last response. */
function wordsOf(block: Block): string {
  switch (block.type) {
    case "text":
      return fillers.has(block.text.trim()) ? "" : prefixed("text", textOf(block.text));
    case "thinking":
    case "redacted_thinking":
      return "";
    case "tool_use":
      return `call ${block.name} ${wholeJson(block.input ?? null)}`;
    case "tool_result": {
      const text = resultText(block.content);
      return block.isError && fillerResult.test(text) ? "" : `result ${text}`;
    }
    case "image":
    case "other":
      return wholeJson({ ...block.raw, cache_control: null });
  }
}

const prefixed = (kind: string, text: string): string => (text === "" ? "" : `${kind} ${text}`);

/** Folding a reminder into a result trims the result, and neighbours get line feeds: blanks at the ends say nothing. */
const textOf = (text: string): string => withoutTagged(text, ["system-reminder"]).trim();

function resultText(content: Json | undefined): string {
  if (content === undefined || content === null) return "";
  if (typeof content !== "string" && !isArray(content)) return wholeJson(content);
  const parts = blocksOf(content).map((part) => (part.type === "text" ? textOf(part.text) : wholeJson(part.raw)));
  return parts.filter((part) => part !== "").join("\n");
}

/** What clients put in by themselves where something is missing. */
const fillers: ReadonlySet<string> = new Set([
  "No response requested.",
  "(no content)",
  "[Tool use interrupted]",
  "[Orphaned tool result removed due to conversation resume]",
]);
const fillerResult = /^\[Tool (?:call interrupted|result missing due to internal error)/;
