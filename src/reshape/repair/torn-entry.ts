// The beginning of an entry that breaks off -> the entry as far as it can be read for certain, or only what it hung on.
import {
  type Json,
  type JsonObject,
  arrayField,
  field,
  isArray,
  isObject,
  objectField,
  stringField,
  parsedObject,
  withoutEnd,
} from "../../format/index.ts";
import { closersOf, isInString, startWalk, step } from "./json-walk.ts";

export const cutMark = " [the rest of this was lost]";

/** With everything closed that was open; text that breaks off gets a mark, half an id is left out. */
export function closedEntry(text: string): JsonObject | undefined {
  const clean = withoutEnd(text, "\uFFFD");
  const walk = startWalk();
  let safe = { end: 0, open: walk.open };
  let key = "";
  let stringStart = 0;
  let lastGood = clean.length;
  for (let at = 0; at < clean.length; at++) {
    const before = walk.mode;
    if (!step(walk, clean.charCodeAt(at))) {
      lastGood = at;
      break;
    }
    const { mode } = walk;
    if (mode === "string" && before !== "string" && before !== "escape" && before !== "unicode") stringStart = at;
    if (mode === "colon" && before === "string") key = clean.slice(stringStart + 1, at);
    // A number ends with the sign behind it, which belongs to what comes next unless it closes something.
    if (before === "scalar" && (mode === "key" || mode === "value")) safe = { end: at, open: walk.open };
    else if (mode === "behind-value" || mode === "first-key" || mode === "first-element")
      safe = { end: at + 1, open: walk.open };
    if (mode === "done") return parsedObject(clean.slice(0, at + 1));
  }
  const isCutText = lastGood === clean.length && isInString(walk) && !walk.isKey && cutKeys.has(key);
  const cut = isCutText ? closedText(clean, closersOf(walk.open)) : undefined;
  return (
    (cut === undefined ? undefined : parsedObject(cut)) ?? parsedObject(clean.slice(0, safe.end) + closersOf(safe.open))
  );
}

const cutKeys: ReadonlySet<string> = new Set(["text", "content", "command", "prompt", "new_string", "old_string"]);

function closedText(text: string, closers: string): string {
  const whole = text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, (escape) => (isOddlyEscaped(text, escape) ? "" : escape));
  return `${whole}${cutMark}"${closers}`;
}

/** A backslash that ends the text begins an escape only if it is not itself escaped. */
function isOddlyEscaped(text: string, escape: string): boolean {
  const at = text.length - escape.length;
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 0;
}

/** What a torn message still says, as content that a client can send; undefined when that is nothing. */
export function tornMessage(closed: JsonObject, answered: ReadonlySet<string>): JsonObject | undefined {
  const message = objectField(closed, "message");
  const role = message === undefined ? undefined : stringField(message, "role");
  const type = stringField(closed, "type") ?? role;
  if (message === undefined || (type !== "user" && type !== "assistant")) return undefined;
  const content = field(message, "content");
  if (typeof content === "string" && type === "user" && content.trim() !== "")
    return { ...closed, type, message: { ...message, role: type } };
  const blocks = (arrayField(message, "content") ?? []).filter(isObject).filter((block) => isUsable(block, answered));
  if (blocks.length === 0) return undefined;
  return { ...closed, type, message: { ...message, role: type, content: blocks } };
}

function isUsable(block: JsonObject, answered: ReadonlySet<string>): boolean {
  switch (stringField(block, "type") ?? "") {
    case "text":
      return (stringField(block, "text") ?? "").replace(cutMark, "").trim() !== "";
    case "tool_use":
      return isUsableCall(block, answered);
    case "tool_result":
      return isResultContent(field(block, "content"));
    case "thinking":
      return stringField(block, "signature") !== undefined;
    case "redacted_thinking":
      return stringField(block, "data") !== undefined;
  }
  // A result tells its type behind its call in older clients.
  return stringField(block, "tool_use_id") !== undefined && isResultContent(field(block, "content"));
}

function isUsableCall(block: JsonObject, answered: ReadonlySet<string>): boolean {
  const id = stringField(block, "id");
  return (
    id !== undefined && answered.has(id) && stringField(block, "name") !== undefined && isObject(field(block, "input"))
  );
}

function isResultContent(content: Json | undefined): boolean {
  if (typeof content === "string") return true;
  return isArray(content) && content.length > 0 && content.every((part) => isObject(part) && isWholePart(part));
}

const isWholePart = (part: JsonObject): boolean =>
  stringField(part, "type") === "text" && stringField(part, "text") !== undefined;
