// An entry -> what of it is sent, with long texts as their ends, hash and length: enough to rebuild, compare and weigh its request.
import { hash, randomBytes } from "node:crypto";
import { type Json, type JsonObject, field, isArray, isObject, objectField, stringField } from "../../format/index.ts";
import { type TextLengths, textLengths } from "../../graph/index.ts";

/** Shorter texts stay, and rules look at how a text begins and ends. */
const longText = 192;
const shownHead = 64;
const shownTail = 24;
/** The longest word that a rule looks for at the beginning of a text, behind white space. */
const ruledHead = 32;
/** What is nested deeper stays as it is. */
const maxDepth = 12;

/** All that a request is made of, beside what the graph keeps. */
const sentKeys = ["isApiErrorMessage", "origin", "renderedRole"] as const;

export function outlineOf(entry: JsonObject): JsonObject {
  const outline: Record<string, Json> = {};
  for (const key of sentKeys) copy(outline, key, field(entry, key));
  const message = objectField(entry, "message");
  // Words of a notification are sent in another shape: they stay as they are.
  const isWhole = isObject(field(entry, "origin"));
  if (message !== undefined) {
    const content = field(message, "content");
    const short: Record<string, Json> = {};
    copy(short, "model", field(message, "model"));
    copy(short, "content", content === undefined || isWhole ? content : outlineContent(content));
    outline["message"] = short;
  }
  copy(
    outline,
    "content",
    mapped(field(entry, "content"), (value) => outlined(value, "bytes")),
  );
  copy(
    outline,
    "rendered",
    mapped(field(entry, "rendered"), (value) => deeply(value, "bytes", 0)),
  );
  copy(
    outline,
    "attachment",
    mapped(field(entry, "attachment"), (value) => deeply(value, "json", 0)),
  );
  return outline;
}

function copy(to: Record<string, Json>, key: string, value: Json | undefined): void {
  if (value !== undefined) to[key] = value;
}

const mapped = (value: Json | undefined, change: (value: Json) => Json): Json | undefined =>
  value === undefined ? undefined : change(value);

/** How a text is weighed where it stands: by its bytes, by its bytes as JSON, or by its characters. */
type Measure = "bytes" | "json" | "units";

function outlineContent(content: Json): Json {
  if (typeof content === "string") return outlined(content, "bytes");
  return isArray(content) ? content.map((block) => (isObject(block) ? outlineBlock(block) : block)) : content;
}

function outlineBlock(block: JsonObject): JsonObject {
  switch (stringField(block, "type") ?? "") {
    case "text":
      return eachMember(block, (key, value) => (key === "text" ? outlined(value, "bytes") : deeply(value, "json", 1)));
    case "thinking":
    case "redacted_thinking":
      return eachMember(block, (key, value) => outlined(value, key === "thinking" ? "bytes" : "units"));
    case "tool_result":
      return eachMember(block, (key, value) => (key === "content" ? outlineResult(value) : value));
  }
  return eachMember(block, (_key, value) => deeply(value, "json", 1));
}

/** An object is sent as its JSON: it stays as it is. */
function outlineResult(content: Json): Json {
  if (typeof content === "string") return outlined(content, "bytes");
  return isArray(content) ? content.map((part) => (isObject(part) ? outlinePart(part) : part)) : content;
}

function outlinePart(part: JsonObject): JsonObject {
  const isText = stringField(part, "type") === "text";
  return eachMember(part, (key, value) =>
    isText && key === "text" ? outlined(value, "bytes") : deeply(value, "json", 1),
  );
}

function deeply(value: Json, measure: Measure, depth: number): Json {
  if (typeof value === "string") return outlined(value, measure);
  if (depth > maxDepth) return value;
  if (isArray(value)) return value.map((inner) => deeply(inner, measure, depth + 1));
  return isObject(value) ? eachMember(value, (_key, inner) => deeply(inner, measure, depth + 1)) : value;
}

function eachMember(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  const changed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(object)) {
    const inner = change(key, value);
    // A key of a log is never a prototype.
    if (key === "__proto__") Object.defineProperty(changed, key, { value: inner, enumerable: true });
    else changed[key] = inner;
  }
  return changed;
}

/** No log can hold it, so nothing in one is taken for a shortened text. */
export const outlineNonce = randomBytes(9).toString("base64url");
const nonce = outlineNonce;
const mark = new RegExp(`~${nonce}\\.[\\w-]+\\.(\\d+)~`, "g");

function outlined(value: Json, measure: Measure): Json {
  return typeof value === "string" ? outlineText(value, measure) : value;
}

function outlineText(text: string, measure: Measure): string {
  // What was cut short before stays so.
  if (text.length <= longText || text.includes(nonce)) return text;
  const head = text.slice(0, cutAt(text, shownHead));
  const tail = text.slice(cutAt(text, text.length - shownTail));
  // What is trimmed off must lie in what is shown.
  if (head.trimStart().length < ruledHead || tail.trimEnd() === "") return text;
  const left = lengthOf(text.slice(head.length, text.length - tail.length), measure);
  // Joined it is a text of its own: put together otherwise, it would hold the whole one in memory.
  return [head, `~${nonce}.${hash("sha1", text, "base64url")}.${left}~`, tail].join("");
}

/** Never between the halves of a character. */
function cutAt(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

function lengthOf(text: string, measure: Measure): number {
  switch (measure) {
    case "bytes":
      return Buffer.byteLength(text);
    case "json":
      return Buffer.byteLength(JSON.stringify(text)) - 2;
    case "units":
      return text.length;
  }
}

/** Texts as they were before they became short. */
export const outlineLengths: TextLengths = {
  bytes: (text) => textLengths.bytes(text) + leftOut(text),
  units: (text) => textLengths.units(text) + leftOut(text),
};

function leftOut(text: string): number {
  if (!text.includes(nonce)) return 0;
  let sum = 0;
  for (const [whole, left] of text.matchAll(mark)) sum += Number(left) - whole.length;
  return sum;
}
