// An entry -> the same entry with long texts as their ends, length and hash: enough to compare requests that would not fit in memory.
import { hash } from "node:crypto";
import { type Json, type JsonObject, field, isArray, isObject, objectField } from "../../format/index.ts";

/** Shorter texts stay, and rules look at how a text begins and ends. */
const longText = 512;
const shownHead = 192;
const shownTail = 64;

/** Where an entry came from and what it cost: nothing of it is sent. */
const unsent: ReadonlySet<string> = new Set([
  "toolUseResult",
  "usage",
  "parentUuid",
  "sessionId",
  "session_id",
  "forkedFrom",
  "cwd",
  "version",
  "gitBranch",
  "userType",
  "requestId",
  "slug",
  "entrypoint",
]);

export function outlineOf(entry: JsonObject): JsonObject {
  const message = objectField(entry, "message");
  const content = message && field(message, "content");
  const sent = withoutUnsent(entry);
  if (message === undefined || content === undefined) return sent;
  return { ...sent, message: { ...withoutUnsent(message), content: outlineContent(content) } };
}

function withoutUnsent(object: JsonObject): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(object)) {
    if (unsent.has(key)) continue;
    // A key of a log is never a prototype.
    if (key === "__proto__") Object.defineProperty(kept, key, { value, enumerable: true });
    else kept[key] = value;
  }
  return kept;
}

/** As deep as content goes: blocks, what a result holds, and where an image has its data. */
function outlineContent(content: Json): Json {
  if (typeof content === "string") return outlineText(content);
  if (!isArray(content)) return content;
  return content.map((block) => (isObject(block) ? outlineBlock(block, outlineInner) : block));
}

function outlineInner(value: Json): Json {
  if (isObject(value)) return outlineBlock(value, outlineLeaf);
  return isArray(value)
    ? value.map((one) => (isObject(one) ? outlineBlock(one, outlineSource) : outlineLeaf(one)))
    : outlineLeaf(value);
}

const outlineSource = (value: Json): Json => (isObject(value) ? outlineBlock(value, outlineLeaf) : outlineLeaf(value));
const outlineLeaf = (value: Json): Json => (typeof value === "string" ? outlineText(value) : value);

function outlineBlock(block: JsonObject, inner: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(block).map(([key, value]) => [key, inner(value)]));
}

function outlineText(text: string): string {
  if (text.length <= longText) return text;
  const digest = hash("sha1", text, "base64");
  const short = `${text.slice(0, shownHead)}\u2026${text.length} ${digest}\u2026${text.slice(-shownTail)}`;
  // A copy: a part of a text keeps all of it in memory.
  return Buffer.from(short).toString();
}
