// The bytes of an entry's line -> the first of its keys that holds an object, which tells what the entry is; nothing is decoded.

export type EntryKey = {
  /** Of its first letter. */
  readonly start: number;
  /** Of the quote behind its last one. */
  readonly end: number;
};

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;

/** The line begins at `from`, and is looked at up to `stop`; undefined where that does not reach, or lists stand in front. */
export function firstObjectKey(bytes: Uint8Array, from: number, stop: number): EntryKey | undefined {
  for (let at = from + 1; at < stop;) {
    if (bytes[at] !== quote) return undefined;
    const start = at + 1;
    const end = stringEnd(bytes, start, stop);
    if (bytes[end + 1] !== colon) return undefined;
    at = end + 2;
    const first = bytes[at];
    if (first === openBrace) return at < stop ? { start, end } : undefined;
    if (first === openBracket) return undefined;
    if (first === quote) at = stringEnd(bytes, at + 1, stop) + 1;
    else while (at < stop && bytes[at] !== comma) at += 1;
    if (bytes[at] !== comma) return undefined;
    at += 1;
  }
  return undefined;
}

function stringEnd(bytes: Uint8Array, start: number, stop: number): number {
  let at = start;
  while (at < stop && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Whether these very letters stand there. */
export function standsAt(bytes: Uint8Array, at: number, letters: Uint8Array): boolean {
  for (let place = 0; place < letters.length; place++) if (bytes[at + place] !== letters[place]) return false;
  return true;
}
