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

function memberAt(bytes: Uint8Array, open: number, key: string): number | undefined {
  if (bytes[open] !== openBrace) return undefined;
  let found: number | undefined;
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] === quote) {
    const keyEnd = stringEnd(bytes, at);
    if (keyEnd === undefined) return undefined;
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== colonSign) return undefined;
    const value = skipSpace(bytes, colon + 1);
    if (keyOf(bytes, at, keyEnd) === key) found = value;
    const next = afterComma(bytes, value);
    if (next === undefined) break;
    at = next;
  }
  return found;
}

function elementAt(bytes: Uint8Array, open: number, index: number): number | undefined {
  if (bytes[open] !== openBracket || !Number.isInteger(index) || index < 0) return undefined;
  let at: number | undefined = skipSpace(bytes, open + 1);
  if (bytes[at] === closeBracket) return undefined;
  for (let skipped = 0; skipped < index && at !== undefined; skipped++) at = afterComma(bytes, at);
  return at;
}

function afterComma(bytes: Uint8Array, value: number): number | undefined {
  const end = valueEnd(bytes, value);
  if (end === undefined) return undefined;
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
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at + 1;
  }
  return undefined;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function keyOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  const key = parseJson(decoder.decode(bytes.subarray(start, end)))?.json;
  return typeof key === "string" ? key : undefined;
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
