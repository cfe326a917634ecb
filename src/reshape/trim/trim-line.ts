// One decoded chain entry and what was decided -> the changes inside it, or that its line goes; a prompt's words never change.
import {
  type CallId,
  type Json,
  type JsonObject,
  arrayField,
  field,
  fieldOf,
  isArray,
  isCallId,
  isObject,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { Links, Node } from "../../graph/index.ts";
import type { Change } from "../plan.ts";
import { type AgeOf, isReached } from "./age.ts";
import { type CallTable, messageKey } from "./call-table.ts";
import type { FateOf } from "./fate.ts";
import type { TrimIntention } from "./intention.ts";
import type { Removal } from "./removal.ts";
import { contentBytes, imageNote, isPicture, notedBytes, resultNote, textBlock } from "./stub.ts";
import { isBlankAnswer, isCopy, isLooseCopy, isSilent, isSnapshot } from "./weight.ts";

export type Told = "call" | "result" | "note" | "thinking" | "image" | "attachment" | "copy" | "blob" | "weight";
export type Trimmed =
  | { readonly kind: "dropped"; readonly told: Told }
  | { readonly kind: "changed"; readonly changes: readonly Change[]; readonly told: readonly Told[] }
  | undefined;

export type TrimContext = {
  readonly intention: TrimIntention;
  readonly ageOf: AgeOf;
  readonly table: CallTable;
  readonly fateOf: FateOf;
  readonly removal: Removal;
  readonly links: Links;
  /** The entry that the conversation ends with, and what goes along behind it: how a session ends is part of the request. */
  readonly isEnd: (node: Node) => boolean;
};

export function trimEntry(node: Node, raw: JsonObject, context: TrimContext): Trimmed {
  switch (node.type) {
    case "assistant":
      return trimAssistant(node, raw, context);
    case "user":
      return node.results.length > 0 ? trimResults(node, raw, context) : trimPrompt(node, raw, context);
    case "attachment":
      return trimAttachment(node, raw, context);
    case "progress":
    case "system":
      return undefined;
  }
}

const contentOf = (raw: JsonObject): readonly Json[] => arrayField(objectField(raw, "message") ?? {}, "content") ?? [];
const typeOf = (block: Json): string => (isObject(block) ? (stringField(block, "type") ?? "") : "");
const idIn = (block: Json, key: string): CallId | undefined =>
  isObject(block) ? fieldOf(block, key, isCallId) : undefined;

function trimAssistant(node: Node, raw: JsonObject, context: TrimContext): Trimmed {
  const { intention, ageOf, fateOf, removal } = context;
  const content = contentOf(raw);
  if (isSifted(intention) && !context.isEnd(node) && isUnsaid(node, raw, context))
    return { kind: "dropped", told: "weight" };
  const isEmptied = removal.emptied.has(messageKey(node));
  const isUnthought = isEmptied || (isReached(ageOf(node.line), intention.thinking) && !context.isEnd(node));
  const gone: { readonly at: number; readonly told: Told }[] = [];
  const noted: Change[] = [];
  content.forEach((block, at) => {
    const type = typeOf(block);
    if (type === "tool_use" && fateOf(idIn(block, "id")) === "remove") {
      const note = removal.notes.get(idIn(block, "id") ?? "");
      if (note === undefined) gone.push({ at, told: "call" });
      else noted.push({ op: "set", path: ["message", "content", at], value: textBlock(note) });
    } else if (type === "thinking" || type === "redacted_thinking") {
      if (isUnthought) gone.push({ at, told: "thinking" });
    } else if (isEmptied && type === "text") gone.push({ at, told: "call" });
  });
  const [first] = gone;
  if (first !== undefined && gone.length === content.length) return { kind: "dropped", told: first.told };
  const changes = [...noted, ...gone.map(({ at }): Change => ({ op: "remove", path: ["message", "content", at] }))];
  return changed(changes, [...(noted.length > 0 ? ["call" as const] : []), ...gone.map(({ told }) => told)]);
}

/** Without progress lines the oldest clients reach further back, and would meet what newer ones pass over. */
const isSifted = ({ deadWeight, progress }: TrimIntention): boolean =>
  deadWeight !== undefined || progress !== undefined;

/** Nothing, or only thinking, and no other line of its message. */
function isUnsaid(node: Node, raw: JsonObject, { links }: TrimContext): boolean {
  if (isBlankAnswer(raw)) return true;
  const isThought = contentOf(raw).every((block) => /^(redacted_)?thinking$/.test(typeOf(block)));
  if (!isThought || contentOf(raw).length === 0) return false;
  return node.messageId === undefined || [...links.linesOf(node.messageId)].every((line) => line === node);
}

function trimResults(node: Node, raw: JsonObject, context: TrimContext): Trimmed {
  const { intention, fateOf, ageOf } = context;
  const content = contentOf(raw);
  const changes: Change[] = [];
  const told: Told[] = [];
  let gone = 0;
  content.forEach((block, at) => {
    if (!isObject(block) || typeOf(block) !== "tool_result") return;
    const id = idIn(block, "tool_use_id");
    const fate = fateOf(id);
    const note = fate === "stub" ? noteFor(block, id, context) : undefined;
    if (fate === "remove") {
      gone += 1;
      told.push("result");
      changes.push({ op: "remove", path: ["message", "content", at] });
    } else if (note !== undefined) {
      told.push("note");
      changes.push({ op: "set", path: ["message", "content", at, "content"], value: note });
    } else if (isReached(ageOf(node.line), intention.images)) {
      const pictures = pictureChanges(field(block, "content"), ["message", "content", at, "content"]);
      for (const change of pictures) changes.push(change);
      if (pictures.length > 0) told.push("image");
    }
  });
  if (gone > 0 && gone === content.length) return { kind: "dropped", told: "result" };
  const isStale = changes.length > 0 && isLooseCopy(raw);
  if (isStale || isCopy(raw, intention.copies)) {
    changes.push(dropCopy);
    told.push("copy");
  }
  return changed(changes, told);
}

const dropCopy: Change = { op: "remove", path: ["toolUseResult"] };

/** A note must be shorter than what it stands for. */
function noteFor(block: JsonObject, id: CallId | undefined, { table }: TrimContext): string | undefined {
  const content = field(block, "content");
  if (id === undefined || notedBytes(content) !== undefined) return undefined;
  const sizeBytes = contentBytes(content);
  const note = resultNote(table.calls.get(id) ?? { name: "", target: "" }, sizeBytes);
  return sizeBytes > contentBytes(note) ? note : undefined;
}

function pictureChanges(content: Json | undefined, at: readonly (string | number)[]): readonly Change[] {
  if (!isArray(content)) return [];
  return content.flatMap((part, index): readonly Change[] =>
    isPicture(part) ? [{ op: "set", path: [...at, index], value: textBlock(imageNote) }] : [],
  );
}

/** What a person pasted goes only when that was asked for; what the client shows in its own name is like a result. */
function trimPrompt(node: Node, raw: JsonObject, { intention, ageOf }: TrimContext): Trimmed {
  const reach = node.meta ? intention.images : intention.pastedImages;
  if (!isReached(ageOf(node.line), reach)) return undefined;
  return changed(pictureChanges(contentOf(raw), ["message", "content"]), ["image"]);
}

function trimAttachment(node: Node, raw: JsonObject, { intention, ageOf, isEnd }: TrimContext): Trimmed {
  if (node.prompt !== undefined) {
    if (!isReached(ageOf(node.line), intention.pastedImages)) return undefined;
    const prompt = field(objectField(raw, "attachment") ?? {}, "prompt");
    return changed(pictureChanges(prompt, ["attachment", "prompt"]), ["image"]);
  }
  if (isEnd(node)) return undefined;
  if (intention.requestBlobs !== undefined && isSnapshot(raw)) return { kind: "dropped", told: "blob" };
  if (intention.deadWeight !== undefined && isSilent(raw)) return { kind: "dropped", told: "weight" };
  return isReached(ageOf(node.line), intention.attachments) ? { kind: "dropped", told: "attachment" } : undefined;
}

const changed = (changes: readonly Change[], told: readonly Told[]): Trimmed =>
  changes.length === 0 ? undefined : { kind: "changed", changes, told };
