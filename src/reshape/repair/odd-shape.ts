// One raw entry -> how it differs in shape from what clients write, though all it says is there, and the changes that mend that.
import {
  type Change,
  type Json,
  type JsonObject,
  field,
  isArray,
  isEntryType,
  isObject,
  objectField,
  parsedObject,
  stringField,
} from "../../format/index.ts";
import { lostPrompt } from "./made-entry.ts";

export type OddShape = { readonly code: string; readonly text: string; readonly changes: readonly Change[] };

/** In an order in which each may be changed on its own. */
export function oddShapes(raw: JsonObject): readonly OddShape[] {
  const shape = shapeOf(raw);
  if (shape === undefined) return [];
  const { type, message } = shape;
  return [
    ...oddType(raw, type),
    ...oddId(raw),
    ...oddParent(raw),
    ...oddSource(raw),
    ...oddBoundary(raw),
    ...(type === "user" || type === "assistant" ? oddMessage(raw, message, type) : []),
  ];
}

type Spoken = "user" | "assistant";
const isSpoken = (word: string | undefined): word is Spoken => word === "user" || word === "assistant";

/** Undefined for what is no entry of a conversation at all. */
function shapeOf(raw: JsonObject): { readonly type: string; readonly message: Json | undefined } | undefined {
  const message = field(raw, "message");
  const given = stringField(raw, "type");
  const role = isObject(message) ? stringField(message, "role") : undefined;
  const isNamed = given === undefined || wordsForSpeakers.has(given.toLowerCase());
  if (given !== undefined && isEntryType(given)) return { type: given, message };
  return isSpoken(role) && isNamed ? { type: role, message } : undefined;
}

const wordsForSpeakers: ReadonlySet<string> = new Set(["user", "assistant", "human", "ai", "model", ""]);

function oddType(raw: JsonObject, type: string): readonly OddShape[] {
  if (stringField(raw, "type") === type) return [];
  const text = "Entries did not tell their type as clients do: what they say tells whose they are.";
  return [{ code: "odd-type", text, changes: [{ op: "set", path: ["type"], value: type }] }];
}

/** Words that programs write where they have nothing. */
const nothing = /^\s*(?:null|none|nil|undefined|nan|\[?redacted\]?|\[object object\])?\s*$/i;

/** Whoever had one is given another. */
function oddId(raw: JsonObject): readonly OddShape[] {
  const id = field(raw, "uuid");
  if (id === undefined || id === "" || (typeof id === "string" && !nothing.test(id))) return [];
  const value = id === null ? undefined : wrapped(id);
  const isLost = value === undefined || nothing.test(value);
  const change: Change = isLost ? { op: "remove", path: ["uuid"] } : { op: "set", path: ["uuid"], value };
  return [{ code: "odd-uuid", text: "Entries had a uuid that is none.", changes: [change] }];
}

function oddParent(raw: JsonObject): readonly OddShape[] {
  const parent = field(raw, "parentUuid");
  if (parent === undefined || parent === null || parent === "") return [];
  const id = wrapped(parent);
  const value = id === undefined || nothing.test(id) ? null : id;
  if (value === parent) return [];
  const text = "Parents were named in a way that no client reads.";
  return [{ code: "odd-parent", text, changes: [{ op: "set", path: ["parentUuid"], value }] }];
}

/** Whose call a result answers its own call's id tells, too. */
function oddSource(raw: JsonObject): readonly OddShape[] {
  const source = stringField(raw, "sourceToolAssistantUUID");
  if (source === undefined || source === "" || !nothing.test(source)) return [];
  const text = "Results named the line of their call in a way that no client reads.";
  return [{ code: "odd-parent", text, changes: [{ op: "remove", path: ["sourceToolAssistantUUID"] }] }];
}

/** Alone in a list, or as some databases write ids. */
function wrapped(value: Json): string | undefined {
  if (typeof value === "string") return value;
  const inside =
    isArray(value) && value.length === 1 ? value[0] : isObject(value) ? Object.values(value)[0] : undefined;
  return typeof inside === "string" ? inside : undefined;
}

function oddBoundary(raw: JsonObject): readonly OddShape[] {
  const isBoundary = stringField(raw, "type") === "system" && objectField(raw, "compactMetadata") !== undefined;
  if (!isBoundary || field(raw, "subtype") !== undefined) return [];
  const text = "The boundary of a compaction did not say that it is one.";
  return [{ code: "odd-type", text, changes: [{ op: "set", path: ["subtype"], value: "compact_boundary" }] }];
}

function oddMessage(raw: JsonObject, message: Json | undefined, type: Spoken): readonly OddShape[] {
  if (typeof message === "string") {
    const content = type === "user" ? message : [{ type: "text", text: message }];
    return [contentOdd({ op: "set", path: ["message"], value: { role: type, content } })];
  }
  const content = isObject(message) ? field(message, "content") : undefined;
  if (content === undefined || content === null) return isRootOf(raw, type) ? [lostWords] : [];
  const blocks = blocksIn(content);
  if (blocks !== undefined) return [contentOdd({ op: "set", path: ["message", "content"], value: blocks })];
  return type === "assistant" && isOfResults(content) ? [resultsOdd] : [];
}

/** A session begins with a person: what was said there is lost, but not that it was. */
const isRootOf = (raw: JsonObject, type: Spoken): boolean =>
  type === "user" && (field(raw, "parentUuid") ?? null) === null && field(raw, "isMeta") !== true;

const lostWords: OddShape = {
  code: "lost-prompt",
  text: "{line}: a prompt that begins the conversation has lost its words; a note stands in their place.",
  changes: [{ op: "set", path: ["message"], value: lostPrompt }],
};

const contentOdd = (change: Change): OddShape => ({
  code: "odd-content",
  text: "What was said stood in another shape than clients write and expect.",
  changes: [change],
});

const isOfResults = (content: Json | undefined): boolean =>
  isArray(content) &&
  content.length > 0 &&
  content.every((block) => isObject(block) && stringField(block, "type") === "tool_result");

const resultsOdd: OddShape = {
  code: "odd-type",
  text: "Results stood as the model's words: they are the client's.",
  changes: [
    { op: "set", path: ["type"], value: "user" },
    { op: "set", path: ["message", "role"], value: "user" },
  ],
};

/** Undefined where clients read it as it is. */
function blocksIn(content: Json | undefined): readonly Json[] | undefined {
  if (typeof content === "number" || typeof content === "boolean") return [textOf(String(content))];
  if (isObject(content)) {
    const items = stringField(content, "type") === undefined ? indexed(content) : [content];
    return items && (blocksIn(items) ?? items);
  }
  if (!isArray(content)) return undefined;
  const blocks = content.map(blockOf);
  return blocks.every((block, at) => block === content[at]) ? undefined : blocks;
}

/** A list that became an object with its places as keys. */
function indexed(content: JsonObject): readonly Json[] | undefined {
  const keys = Object.keys(content);
  return keys.length > 0 && keys.every((key, at) => key === String(at)) ? Object.values(content) : undefined;
}

const textOf = (text: string): JsonObject => ({ type: "text", text });

function blockOf(block: Json): Json {
  if (typeof block === "string") return textOf(block);
  if (!isObject(block)) return block;
  const type = stringField(block, "type");
  if (type === "tool_use") return withInput(block);
  const told = type === undefined ? typeByKeys.find(([key]) => stringField(block, key) !== undefined) : undefined;
  return told === undefined ? block : { type: told[1], ...block };
}

const typeByKeys = [
  ["text", "text"],
  ["tool_use_id", "tool_result"],
  ["thinking", "thinking"],
] as const;

/** A call is made with an object. */
function withInput(block: JsonObject): JsonObject {
  const input = field(block, "input");
  return typeof input === "string" ? { ...block, input: parsedObject(input) ?? { input } } : block;
}
