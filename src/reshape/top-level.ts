// The bytes of a line -> the members of its object that are asked for, by place; strings are passed over, nothing is parsed.
import { stringAt } from "./string-bytes.ts";

/** Keys by their number; no two of one length may begin with the same letter. */
export type Keys = { readonly numberOf: (bytes: Uint8Array, start: number, end: number) => number };

/** The number of a key that is not asked for. */
export const otherKey = -1;

export function keysOf(names: readonly string[]): Keys {
  const spelled = names.map((name) => Uint8Array.from(name, (letter) => letter.charCodeAt(0)));
  const table = new Int8Array(64 * 128).fill(otherKey);
  for (const [number, name] of spelled.entries()) table[name.length * 128 + (name[0] ?? 0)] = number;
  function plainNumber(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const number = length < 64 ? (table[length * 128 + ((bytes[start] ?? 0) & 127)] ?? otherKey) : otherKey;
    if (number === otherKey) return otherKey;
    const name = spelled[number];
    for (let at = 0; at < length; at++) if (bytes[start + at] !== name?.[at]) return otherKey;
    return number;
  }

  return {
    numberOf(bytes, start, end) {
      const number = plainNumber(bytes, start, end);
      if (number !== otherKey || !hasEscape(bytes, start, end)) return number;
      // Readers know a key by what it says, however it is spelled.
      return names.indexOf(stringAt(bytes, start - 1, end + 1) ?? "");
    },
  };
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === backslash) return true;
  return false;
}

/** Places of a string include its quotes. */
export type OnMember = (key: number, value: number, end: number) => void;

/** Behind the object that opens at `open`, or -1 where it breaks off. */
export function scanObject(bytes: Uint8Array, open: number, { keys, on }: { keys: Keys; on: OnMember }): number {
  let at = passSpace(bytes, open + 1);
  if (bytes[at] === closeBrace) return at + 1;
  for (;;) {
    const keyEnd = bytes[at] === quote ? passString(bytes, at) : -1;
    const sign = keyEnd === -1 ? -1 : passSpace(bytes, keyEnd);
    if (sign === -1 || bytes[sign] !== colon) return -1;
    const value = passSpace(bytes, sign + 1);
    const end = passValue(bytes, value);
    if (end === -1) return -1;
    const key = keys.numberOf(bytes, at + 1, keyEnd - 1);
    if (key !== otherKey) on(key, value, end);
    at = passSpace(bytes, end);
    if (bytes[at] === closeBrace) return at + 1;
    if (bytes[at] !== comma) return -1;
    at = passSpace(bytes, at + 1);
  }
}

/** Every string in a stretch of JSON, told with whether it is a key. */
export function scanStrings(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  on: (start: number, end: number, role: "key" | "value") => void,
): void {
  for (let at = start; at < end;) {
    if (bytes[at] !== quote) {
      at += 1;
      continue;
    }
    const behind = passString(bytes, at);
    if (behind === -1) return;
    on(at, behind, bytes[passSpace(bytes, behind)] === colon ? "key" : "value");
    at = behind;
  }
}

export function passSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** Behind the closing quote, or -1. */
export function passString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start + 1; at < length; at++) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
  return -1;
}

function passValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return passString(bytes, start);
  if (first === openBrace || first === openBracket) return passNested(bytes, start);
  let at = start;
  while (at < bytes.length && !isDelimiter(bytes[at])) at += 1;
  return at > start ? at : -1;
}

/** One loop for all depths: most of a log's bytes pass here. */
function passNested(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let depth = 0;
  for (let at = start; at < length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < length; at++) {
        const inner = bytes[at];
        if (inner === quote) break;
        if (inner === backslash) at += 1;
      }
    } else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const isDelimiter = (byte: number | undefined): boolean =>
  byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte);

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
