// What was taken away -> the short note that stands for it, and back again: notes are known by their form.
import {
  type Json,
  type JsonObject,
  blocksOf,
  isArray,
  isObject,
  jsonText,
  stringField,
  utf8Bytes,
} from "../../format/index.ts";

export const imageNote = "[image removed]";
const noteLength = 80;

export function resultNote(call: { readonly name: string; readonly target: string }, sizeBytes: number): string {
  const what = oneLine(`${call.name} ${call.target}`, noteLength);
  return `[result removed: ${what === "" ? "" : `${what}, `}${grouped(sizeBytes)} bytes]`;
}

/** How large the result was that this note stands for; undefined for anything else. */
export function notedBytes(content: Json | undefined): number | undefined {
  const digits = typeof content === "string" ? /^\[result removed: (?:[^\n]*, )?([\d,]+) bytes\]$/.exec(content) : null;
  return digits?.[1] === undefined ? undefined : Number(digits[1].replaceAll(",", ""));
}

export function callsNote(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    const shown = oneLine(name, noteLength / 2);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const listed = [...counts].map(([name, count]) => (count === 1 ? name : `${name} x${count}`));
  return `[${names.length} tool call${names.length === 1 ? "" : "s"} removed: ${listed.join(", ")}]`;
}

/** Bytes that a result's content brings into the request; a picture by its data. */
export function contentBytes(content: Json | undefined): number {
  if (typeof content === "string") return utf8Bytes(content).length;
  if (!isArray(content)) return content === undefined ? 0 : textBytes(content);
  return content.reduce<number>((sum, part) => sum + partBytes(part), 0);
}

function partBytes(part: Json): number {
  const text = isObject(part) && stringField(part, "type") === "text" ? stringField(part, "text") : undefined;
  return text === undefined ? textBytes(part) : utf8Bytes(text).length;
}

const textBytes = (value: Json): number => utf8Bytes(jsonText(value) ?? "").length;

/** In the order in which they say most about a call. */
const targetKeys = ["file_path", "notebook_path", "path", "command", "pattern", "url", "query", "description", "skill"];

/** What a call is about, in a few words; files below the working folder without it. */
export function targetOf(input: Json | undefined, cwd: string): string {
  if (!isObject(input)) return "";
  const key = targetKeys.find((known) => (stringField(input, known) ?? "") !== "");
  const target = key === undefined ? "" : (stringField(input, key) ?? "");
  const isBelow = cwd !== "" && target.startsWith(cwd) && /^[/\\]/.test(target.slice(cwd.length));
  return oneLine(isBelow ? target.slice(cwd.length + 1) : target, noteLength);
}

/** One line without control characters, cut to length, as a string of its own that holds no larger one in memory. */
export function oneLine(text: string, length: number): string {
  const line = text
    .slice(0, length * 2)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .trim();
  const cut = line.length > length ? `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
  return ` ${cut}`.slice(1);
}

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** Pictures and documents: what is replaced when pictures go. */
export const isPicture = (block: Json): boolean =>
  isObject(block) && (stringField(block, "type") === "image" || stringField(block, "type") === "document");

export const textBlock = (text: string): JsonObject => ({ type: "text", text });

export const hasReference = (content: Json | undefined): boolean =>
  blocksOf(content).some((block) => block.type === "other" && block.name === "tool_reference");

/** The client saved the whole output in a file and shows the model where. */
export const isSavedOutput = (content: Json | undefined): boolean =>
  typeof content === "string"
    ? content.includes("<persisted-output>")
    : blocksOf(content).some((block) => block.type === "text" && block.text.includes("<persisted-output>"));
