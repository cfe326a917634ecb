// The bytes of a line and where a value opens -> its members or elements with their places; nothing inside them is parsed.
import { keyOf, skipSpace, stringEnd, valueEnd } from "./locate.ts";

export type Member = {
  /** Undefined for an element of an array. */
  readonly key: string | undefined;
  /** Where the key, or the element, begins. */
  readonly start: number;
  /** Where the value begins. */
  readonly value: number;
  readonly end: number;
};

export type Opened = {
  readonly kind: "object" | "array";
  /** Where its bracket stands. */
  readonly open: number;
  /** Every copy of a repeated key. */
  readonly members: readonly Member[];
};

/** Undefined where neither an object nor an array stands, or where it breaks off. */
export function membersOf(bytes: Uint8Array, open: number): Opened | undefined {
  const kind = bytes[open] === openBrace ? "object" : bytes[open] === openBracket ? "array" : undefined;
  if (kind === undefined) return undefined;
  const close = kind === "object" ? closeBrace : closeBracket;
  const members: Member[] = [];
  let at = skipSpace(bytes, open + 1);
  if (bytes[at] === close) return { kind, open, members };
  for (;;) {
    const member = kind === "object" ? namedAt(bytes, at) : elementAt(bytes, at);
    if (member === undefined) return undefined;
    members.push(member);
    at = skipSpace(bytes, member.end);
    if (bytes[at] === close) return { kind, open, members };
    if (bytes[at] !== comma) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

function namedAt(bytes: Uint8Array, start: number): Member | undefined {
  const keyEnd = bytes[start] === quote ? stringEnd(bytes, start) : undefined;
  if (keyEnd === undefined) return undefined;
  const colon = skipSpace(bytes, keyEnd);
  if (bytes[colon] !== colonSign) return undefined;
  const value = skipSpace(bytes, colon + 1);
  const end = valueEnd(bytes, value);
  return end === undefined ? undefined : { key: keyOf(bytes, start, keyEnd), start, value, end };
}

function elementAt(bytes: Uint8Array, start: number): Member | undefined {
  const end = valueEnd(bytes, start);
  return end === undefined ? undefined : { key: undefined, start, value: start, end };
}

const quote = 0x22;
const comma = 0x2c;
const colonSign = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
