// The bytes of a JSON line and a path of keys and indexes -> where that value stands; nothing is parsed that is not on the way.

import { parseJson } from "./damage.ts";

export type Path = readonly (string | number)[];
export type Range = { readonly start: number; readonly end: number };

/** As `JSON.parse` sees it: of a repeated key the last one counts. */
export function locate(bytes: Uint8Array, path: Path): Range | undefined {
  let at = skipSpace(bytes, hasBom(bytes) ? 3 : 0);
  for (const step of path) {
    const next = typeof step === "number" ? elementAt(bytes, at, step) : memberAt(bytes, at, step);
    if (next === undefined) return undefined;
    at = next;
  }
  const end = valueEnd(bytes, at);
  return end === undefined ? undefined : { start: at, end };
}

type Stop = {
  readonly at: number | undefined;
  elements?: readonly number[];
  readonly inside: Map<string | number, Stop>;
};

/** The same for many paths of one line: what they have in common is walked once. */
export function locator(bytes: Uint8Array): (path: Path) => Range | undefined {
  const root: Stop = { at: skipSpace(bytes, hasBom(bytes) ? 3 : 0), inside: new Map() };
  return (path) => {
    let stop = root;
    for (const step of path) {
      const next = stop.inside.get(step) ?? { at: startInside(bytes, stop, step), inside: new Map() };
      stop.inside.set(step, next);
      stop = next;
    }
    const end = stop.at === undefined ? undefined : valueEnd(bytes, stop.at);
    return stop.at === undefined || end === undefined ? undefined : { start: stop.at, end };
  };
}

function startInside(bytes: Uint8Array, stop: Stop, step: string | number): number | undefined {
  if (stop.at === undefined) return undefined;
  if (typeof step === "string") return memberAt(bytes, stop.at, step);
  stop.elements ??= elementStarts(bytes, stop.at);
  return stop.elements[step];
}

function memberAt(bytes: Uint8Array, open: number, key: string): number | undefined {
  let found: number | undefined;
  const end = eachMember(bytes, open, (name, value) => {
    if (isKey(bytes, name, key)) found = value;
  });
  return end === "broken" ? undefined : found;
}

/** The members of an object that a line is, as far as `locate` finds them; every copy of a repeated key. */
export function membersUpTo(
  bytes: Uint8Array,
): readonly { readonly key: string | undefined; readonly value: number; readonly end: number }[] {
  const members: { key: string | undefined; value: number; end: number }[] = [];
  const end = eachMember(bytes, skipSpace(bytes, hasBom(bytes) ? 3 : 0), (name, value, behind) => {
    if (behind !== undefined) members.push({ key: keyOf(bytes, name.start, name.end), value, end: behind });
  });
  return end === "broken" ? [] : members;
}

/** Is given where a key stands, where its value begins, and where that ends, if it does. */
type Hand = (name: Range, value: number, end: number | undefined) => void;

/** `broken`: in the midst of a key. */
function eachMember(bytes: Uint8Array, open: number, hand: Hand): "broken" | "ended" {
  if (bytes[open] !== openBrace) return "broken";
  for (let at: number | undefined = skipSpace(bytes, open + 1); at !== undefined && bytes[at] === quote;) {
    const keyEnd = stringEnd(bytes, at);
    const colon = keyEnd === undefined ? undefined : skipSpace(bytes, keyEnd);
    if (keyEnd === undefined || colon === undefined || bytes[colon] !== colonSign) return "broken";
    const value = skipSpace(bytes, colon + 1);
    const end = valueEnd(bytes, value);
    hand({ start: at, end: keyEnd }, value, end);
    at = end === undefined ? undefined : behindComma(bytes, end);
  }
  return "ended";
}

/** The first elements of a list that begins here, as far as they are whole. */
export function elementsUpTo(bytes: Uint8Array, most: number): readonly Range[] {
  const elements: Range[] = [];
  if (bytes[0] !== openBracket) return elements;
  let at: number | undefined = skipSpace(bytes, 1);
  while (at !== undefined && bytes[at] !== closeBracket && elements.length < most) {
    const end = valueEnd(bytes, at);
    if (end === undefined) break;
    elements.push({ start: at, end });
    at = behindComma(bytes, end);
  }
  return elements;
}

function elementAt(bytes: Uint8Array, open: number, index: number): number | undefined {
  if (bytes[open] !== openBracket || !Number.isInteger(index) || index < 0) return undefined;
  let at: number | undefined = skipSpace(bytes, open + 1);
  if (bytes[at] === closeBracket) return undefined;
  for (let skipped = 0; skipped < index && at !== undefined; skipped++) at = afterComma(bytes, at);
  return at;
}

function elementStarts(bytes: Uint8Array, open: number): readonly number[] {
  const starts: number[] = [];
  for (let at = elementAt(bytes, open, 0); at !== undefined; at = afterComma(bytes, at)) starts.push(at);
  return starts;
}

function afterComma(bytes: Uint8Array, value: number): number | undefined {
  const end = valueEnd(bytes, value);
  return end === undefined ? undefined : behindComma(bytes, end);
}

function behindComma(bytes: Uint8Array, end: number): number | undefined {
  const at = skipSpace(bytes, end);
  return bytes[at] === comma ? skipSpace(bytes, at + 1) : undefined;
}

export function valueEnd(bytes: Uint8Array, start: number): number | undefined {
  const first = bytes[start];
  if (first === undefined) return undefined;
  if (first === quote) return stringEnd(bytes, start);
  if (first !== openBrace && first !== openBracket) return scalarEnd(bytes, start);
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = stringEnd(bytes, at);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    if (byte === closeBrace || byte === closeBracket) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function scalarEnd(bytes: Uint8Array, start: number): number | undefined {
  let at = start;
  while (at < bytes.length && !isDelimiter(bytes[at])) at += 1;
  return at > start ? at : undefined;
}

export function stringEnd(bytes: Uint8Array, start: number): number | undefined {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1))
    if (!isEscaped(bytes, start, at)) return at + 1;
  return undefined;
}

/** By an odd number of backslashes in front. */
function isEscaped(bytes: Uint8Array, start: number, at: number): boolean {
  let first = at;
  while (first - 1 > start && bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** With its quotes. */
export function keyOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (isPlain(bytes, start + 1, end - 1)) return String.fromCharCode(...bytes.subarray(start + 1, end - 1));
  const key = parseJson(decoder.decode(bytes.subarray(start, end)))?.json;
  return typeof key === "string" ? key : undefined;
}

/** Most keys are not the one that is looked for: then nothing is made of them. */
function isKey(bytes: Uint8Array, { start, end }: Range, key: string): boolean {
  if (!isPlain(bytes, start + 1, end - 1)) return keyOf(bytes, start, end) === key;
  if (end - start - 2 !== key.length) return false;
  for (let at = 0; at < key.length; at++) if (bytes[start + 1 + at] !== key.charCodeAt(at)) return false;
  return true;
}

const longestPlain = 64;

/** Short, and spelled as it is: printable ASCII without an escape. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > longestPlain) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return false;
  }
  return true;
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const isDelimiter = (byte: number | undefined): boolean =>
  byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte);
export const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const quote = 0x22;
const comma = 0x2c;
const colonSign = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
