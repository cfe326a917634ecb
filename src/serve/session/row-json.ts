// A row and its number -> the JSON that a page shows it from: long texts cut and marked, pictures and patches named.
import {
  type Json,
  type JsonObject,
  arrayField,
  field,
  isArray,
  isObject,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { ReadEntry } from "../../graph/index.ts";
import type { Row } from "../../view/index.ts";
import { isoTime } from "../events/status-json.ts";
import { picturesIn } from "./picture.ts";

export type RowPlace = {
  readonly row: number;
  readonly turn: string | null;
  readonly read: ReadEntry;
  readonly texts: "cut" | "whole";
};

const longest = 20_000;

export function rowJson(shown: Row, { row, turn, read, texts }: RowPlace): object {
  const { timeMs, id, ...rest } = shown;
  const cut = new Map<string, number>();
  const short = (name: string, text: string): string => (texts === "whole" ? text : cutText(name, text, cut));
  const whole = { row, turn, ...rest, uuid: id ?? null, time: isoTime(timeMs), ...beside(shown, read) };
  const shortened =
    shown.kind === "call"
      ? {
          input: shortInput(shown.input, short),
          result: shown.result === undefined ? null : short("result", shown.result),
        }
      : "text" in shown
        ? { text: short("text", shown.text) }
        : {};
  return { ...whole, ...shortened, ...(cut.size > 0 && { cut: Object.fromEntries(cut) }) };
}

/** Never half a character. */
function cutText(name: string, text: string, cut: Map<string, number>): string {
  if (text.length <= longest) return text;
  cut.set(name, Math.max(text.length, cut.get(name) ?? 0));
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}

/** Strings at the top and one level below hold nearly all that tools are given; what is nested more deeply is left out when it is long. */
function shortInput(input: Json | undefined, short: (name: string, text: string) => string): Json | null {
  if (input === undefined) return null;
  if (typeof input === "string") return short("input", input);
  if (!isObject(input)) return small(input, short);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (typeof value === "string") return [key, short("input", value)];
      if (!isArray(value)) return [key, small(value, short)];
      return [key, value.map((item) => (isObject(item) ? shortFields(item, short) : small(item, short)))];
    }),
  );
}

function shortFields(item: JsonObject, short: (name: string, text: string) => string): Json {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      typeof value === "string" ? short("input", value) : small(value, short),
    ]),
  );
}

function small(value: Json, short: (name: string, text: string) => string): Json {
  const text = textOf(value);
  return text.length <= longest ? value : short("input", text);
}

/** What is nested more deeply than can be written is told as what it is. */
function textOf(value: Json): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return " ".repeat(longest + 1);
  }
}

function beside(shown: Row, read: ReadEntry): object {
  if (shown.kind === "turn") return { images: shown.images === 0 ? [] : imagesAt(shown.line, read) };
  if (shown.kind === "note" && shown.about === "image") return { images: imagesAt(shown.line, read) };
  if (shown.kind !== "call" || shown.resultLine === undefined) return { images: [] };
  const result = read({ line: shown.resultLine });
  const told = objectField(result ?? {}, "toolUseResult") ?? {};
  const patch = patchOf(told);
  const stderr = shown.name === "Bash" ? stringField(told, "stderr") : undefined;
  return {
    images: imagesAt(shown.resultLine, read, shown.callId),
    ...(patch && { patch }),
    ...(stderr !== undefined && stderr !== "" && { stderr: stderr.slice(0, longest) }),
  };
}

function imagesAt(line: number, read: ReadEntry, callId?: string): readonly object[] {
  return picturesIn(read({ line }), callId).map((picture) => ({ line, ...picture }));
}

const mostHunks = 200;

function patchOf(told: JsonObject): readonly object[] | undefined {
  const hunks = arrayField(told, "structuredPatch")?.slice(0, mostHunks).filter(isObject);
  const patch = hunks?.flatMap((hunk) => {
    const lines = arrayField(hunk, "lines")?.filter((line) => typeof line === "string");
    const numbers = ["oldStart", "oldLines", "newStart", "newLines"].map((name) => [name, field(hunk, name)] as const);
    const isWhole = lines !== undefined && numbers.every(([, value]) => typeof value === "number");
    return isWhole ? [{ ...Object.fromEntries(numbers), lines }] : [];
  });
  return patch === undefined || patch.length === 0 ? undefined : patch;
}
