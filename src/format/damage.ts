// The text of a line that is not one JSON object -> why, and every whole object that can still be read from it.
import type { JsonObject } from "./json.ts";
import { isObject } from "./json.ts";
import { objectEnd } from "./object-end.ts";
import type { Line } from "./lines.ts";

export const damageReasons = [
  /** Nothing in it looks like an object. */
  "not-json",
  /** A `//` or `#` line that somebody added by hand. */
  "comment",
  /** JSON, but an array, string, number, boolean or null. */
  "not-object",
  /** The last line of the file, cut off while it was written. */
  "torn-tail",
  /** An object that breaks off, with or without another writer's record behind it. */
  "torn",
  /** Zero bytes, as a file system leaves them after a crash. */
  "nul-run",
  /** Two or more whole objects on one line. */
  "glued-objects",
  /** A whole object with something behind it. */
  "trailing-junk",
  /** A whole object with something in front of it. */
  "leading-junk",
  /** Over `maxLineBytes`: known by its place only. */
  "too-long",
] as const;

export type DamageReason = (typeof damageReasons)[number];
export type Damage = {
  readonly reason: DamageReason;
  readonly objects: readonly JsonObject[];
  /** The object at the very start of the line: the one that newer clients still read. */
  readonly leading: JsonObject | undefined;
};

export function diagnose(text: string, line: Line): Damage {
  const hasNul = text.includes("\0");
  const found = wholeObjects(hasNul ? text.replaceAll(/\0+/g, " ") : text);
  const leading = found.startsWhole && /^\s*\{/.test(text) ? found.objects[0] : undefined;
  return { reason: hasNul ? "nul-run" : reasonOf(text, line, found), objects: found.objects, leading };
}

function reasonOf(text: string, line: Line, found: Found): DamageReason {
  const { objects, gap, torn, startsWhole } = found;
  if (objects.length > 1 && !gap) return "glued-objects";
  if (torn) return line.end === "none" ? "torn-tail" : "torn";
  if (objects.length > 0) return startsWhole ? "trailing-junk" : "leading-junk";
  if (/^\s*(\/\/|#)/.test(text)) return "comment";
  return parseJson(text) === undefined ? "not-json" : "not-object";
}

type Found = {
  readonly objects: readonly JsonObject[];
  /** Something other than white space or a comma stands outside the whole objects. */
  readonly gap: boolean;
  readonly torn: boolean;
  /** The first object stands at the start. */
  readonly startsWhole: boolean;
};

function wholeObjects(text: string): Found {
  const objects: JsonObject[] = [];
  let gap = false;
  let torn = false;
  let at = 0;
  let tries = 0;
  let startsWhole = false;
  while (at < text.length && tries < maxTries) {
    const next = text.indexOf("{", at);
    if (!isFiller(text, at, next === -1 ? text.length : next)) gap = true;
    if (next === -1) break;
    tries += 1;
    const end = objectEnd(text, next);
    const object = end === undefined ? undefined : parseObject(text.slice(next, end));
    if (end !== undefined && object !== undefined) {
      if (tries === 1) startsWhole = !gap;
      objects.push(object);
      at = end;
    } else {
      torn ||= objects.length === 0 ? next === firstInk(text) : looksLikeEntry(text, next);
      gap = true;
      const restart = nextEntryStart(text, next + 1);
      if (restart === -1) break;
      at = restart;
    }
  }
  return { objects, gap, torn, startsWhole };
}

// A record that begins inside a torn one can only be told by how the client begins its records.
const entryStart = /\{"(?:parentUuid|logicalParentUuid|isSidechain|type|sessionId|messageId|uuid|message)":/g;
const maxTries = 64;

function nextEntryStart(text: string, from: number): number {
  entryStart.lastIndex = from;
  return entryStart.exec(text)?.index ?? -1;
}

const looksLikeEntry = (text: string, at: number): boolean => nextEntryStart(text, at) === at;
const firstInk = (text: string): number => text.search(/\S/);

function isFiller(text: string, from: number, to: number): boolean {
  return /^[\s,]*$/.test(text.slice(from, Math.min(to, from + 256))) && to - from <= 256;
}

function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return value !== undefined && isObject(value.json) ? value.json : undefined;
}

const jsonStart = /^[ \t\r\n]*[{["\-0-9tfn]/;

/** Parsed text in a box, so that a JSON `null` is not taken for failure. */
export function parseJson(text: string): { readonly json: unknown } | undefined {
  // A failed parse costs as much as a thousand good ones of that length: text that cannot be JSON is not tried.
  if (!jsonStart.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
