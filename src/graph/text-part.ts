// An entry -> the texts in it that people search: one part per block, whole; pictures, signatures and ids are no text.
import {
  type Block,
  type Json,
  type JsonObject,
  blocksOf,
  field,
  isArray,
  isObject,
  objectField,
  plainText,
  stringField,
  trueField,
} from "../format/index.ts";
import { type PromptKind, classifyPrompt, startsTurn } from "./prompt.ts";

export const partKinds = ["prompt", "reply", "thinking", "call", "result", "note", "title"] as const;
export type PartKind = (typeof partKinds)[number];

/** Who speaks. */
export const partRoles = ["user", "assistant", "tool", "system"] as const;
export type PartRole = (typeof partRoles)[number];

export type TextPart = {
  readonly kind: PartKind;
  readonly role: PartRole;
  readonly text: string;
  /** The call that a `call` part makes and a `result` part answers. */
  readonly callId: string | undefined;
  /** The tool of a `call` part; a `result` part knows only its call. */
  readonly tool: string | undefined;
  readonly isError: boolean;
  /** Asked by a person or a program, not put there by the client. */
  readonly isHuman: boolean;
};

/** What words and phrases are looked for in; an entry without any text has none. */
export function textParts(raw: JsonObject): readonly TextPart[] {
  const type = stringField(raw, "type") ?? "";
  switch (type) {
    case "user":
    case "assistant":
      return messageParts(type, raw);
    case "attachment":
      return attachmentParts(raw);
    case "system":
      return plain("note", "system", stringField(raw, "content"));
    case "queue-operation":
      return plain("note", "user", plainText(field(raw, "content")));
    case "summary":
      return plain("title", "system", stringField(raw, "summary"));
    case "custom-title":
      return plain("title", "user", stringField(raw, "customTitle"));
    case "ai-title":
      return plain("title", "system", stringField(raw, "aiTitle"));
    case "agent-name":
      return plain("title", "user", stringField(raw, "agentName"));
    case "tag":
      return plain("title", "user", stringField(raw, "tag"));
  }
  return [];
}

function plain(kind: PartKind, role: PartRole, text: string | undefined): readonly TextPart[] {
  return text === undefined || text === "" ? [] : [{ ...bare, kind, role, text }];
}

const bare = { callId: undefined, tool: undefined, isError: false, isHuman: false } as const;

function messageParts(type: "user" | "assistant", raw: JsonObject): readonly TextPart[] {
  const blocks = blocksOf(field(objectField(raw, "message") ?? {}, "content"));
  const prompt = type === "user" ? classifyPrompt(type, raw, blocks) : undefined;
  return blocks.map((block) => blockPart(block, type, prompt)).filter(({ text }) => text !== "");
}

const typedByPeople: ReadonlySet<PromptKind | undefined> = new Set(["command", "bash_input"] as const);

function blockPart(block: Block, type: "user" | "assistant", prompt: PromptKind | undefined): TextPart {
  switch (block.type) {
    case "text": {
      const isHuman = startsTurn(prompt) || typedByPeople.has(prompt);
      const asked = isHuman || prompt === "agent_task";
      const kind = type === "assistant" ? "reply" : asked ? "prompt" : "note";
      return { ...bare, kind, role: type, text: block.text, isHuman };
    }
    case "thinking":
      return { ...bare, kind: "thinking", role: "assistant", text: block.thinking };
    case "tool_use":
      return {
        ...bare,
        kind: "call",
        role: "tool",
        text: stringsIn(block.input).join("\n"),
        callId: block.id,
        tool: block.name,
      };
    case "tool_result":
      return {
        ...bare,
        kind: "result",
        role: "tool",
        text: plainText(block.content),
        callId: block.callId,
        isError: block.isError,
      };
    case "other":
      return { ...bare, kind: "note", role: type, text: stringsIn(block.raw).join("\n") };
    case "redacted_thinking":
    case "image":
      return { ...bare, kind: "note", role: type, text: "" };
  }
}

function attachmentParts(raw: JsonObject): readonly TextPart[] {
  const attachment = objectField(raw, "attachment");
  if (attachment === undefined) return [];
  const kind = classifyPrompt("attachment", raw, []);
  if (kind !== undefined) {
    const text = plainText(field(attachment, "prompt"));
    const isHuman = startsTurn(kind);
    return text === "" ? [] : [{ ...bare, kind: isHuman ? "prompt" : "note", role: "user", text, isHuman }];
  }
  return plain("note", "system", stringsIn(attachment).join("\n"));
}

/** Fields of an entry that say where it belongs, not what was said. */
const envelopeKeys: ReadonlySet<string> = new Set([
  "type",
  "uuid",
  "parentUuid",
  "logicalParentUuid",
  "sessionId",
  "session_id",
  "agentId",
  "version",
  "userType",
  "entrypoint",
  "timestamp",
  "requestId",
  "cwd",
  "gitBranch",
  "slug",
  "promptId",
  "messageId",
  "leafUuid",
  "toolUseID",
  "parentToolUseID",
  "sourceToolUseID",
  "sourceToolAssistantUUID",
  "message",
]);

/** Every other text of the entry, which only a search inside words looks at: what tools kept for the client, progress, snapshots. */
export function otherTexts(raw: JsonObject): readonly string[] {
  const type = stringField(raw, "type") ?? "";
  const isSaid = (key: string): boolean => type !== "user" && type !== "assistant" && saidKeys.has(key);
  return Object.keys(raw).flatMap((key) =>
    envelopeKeys.has(key) || isSaid(key) || !Object.hasOwn(raw, key) ? [] : stringsIn(field(raw, key)),
  );
}

/** What `textParts` has given already. */
const saidKeys: ReadonlySet<string> = new Set([
  "content",
  "attachment",
  "summary",
  "customTitle",
  "aiTitle",
  "agentName",
  "tag",
]);

/** Values that are bytes or proofs in letters, by the key they stand under. */
const notText: ReadonlySet<string> = new Set(["signature", "type", "media_type", "tool_use_id", "id"]);

/** All strings below a value, in the order they stand in; deep nesting needs no deep stack. */
function stringsIn(value: Json | undefined): readonly string[] {
  const found: string[] = [];
  const open: Json[] = value === undefined ? [] : [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === "string") {
      if (item !== "") found.push(item);
    } else if (isArray(item)) for (let at = item.length - 1; at >= 0; at--) push(open, item[at]);
    else if (isObject(item) && !isPicture(item)) {
      const keys = Object.keys(item);
      for (let at = keys.length - 1; at >= 0; at--) {
        const key = keys[at] ?? "";
        if (!notText.has(key)) push(open, field(item, key));
      }
    }
  }
  return found;
}

function push(open: Json[], item: Json | undefined): void {
  if (item !== undefined) open.push(item);
}

const isPicture = (item: JsonObject): boolean => stringField(item, "type") === "base64" || isBase64File(item);

function isBase64File(item: JsonObject): boolean {
  return stringField(item, "base64") !== undefined && !trueField(item, "isText");
}
