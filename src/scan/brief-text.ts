// A long string in a line -> its ends with a note between them: a hash and how long what was left out is, as text, JSON or units.
import { BACKSLASH } from "./characters";
import { markOf } from "./brief-mark";

/** How a text is weighed where it stands. */
export const AS_BYTES: u32 = 0;
export const AS_JSON: u32 = 1;
export const AS_UNITS: u32 = 2;
/** A person's: more of how they begin is looked at. */
export const AS_WORDS: u32 = 3;

/** Shorter strings stay as they are. What is written instead is never as long. */
const LONGEST_KEPT: usize = 256;
const INK_WITHIN: usize = 48;
const HEAD: usize = 64;
const TAIL: usize = 40;
const LEAST_TAIL: usize = 12;
const SEARCHED: usize = 48;
const WORDS_HEAD: usize = 704;
/** As many bytes hold the beginning that a graph keeps, whatever the letters. */
const WORDS_TOLD: i64 = 640;

/** A word that no log holds, given by the host. */
export const nonceAt: usize = heap.alloc(16);
const NONCE: usize = 12;

/** Writes the string `start`..`end` (without quotes) to `out` in its short form; gives where that ends, or 0 for none. */
export function shorten(out: usize, start: usize, end: usize, measure: u32): usize {
  if (end - start <= LONGEST_KEPT) return 0;
  const ink = inkFrom(start, start + INK_WITHIN);
  if (!ink) return 0;
  const least = ink + (measure == AS_WORDS ? WORDS_HEAD : HEAD);
  const head = cleanFrom(least, least + SEARCHED);
  const tail = cleanFrom(end - TAIL, end - LEAST_TAIL);
  if (!head || !tail || !isTold(ink, head, measure) || !inkFrom(tail, end)) return 0;
  const left = lengthOf(head, tail, measure);
  if (left < 0) return 0;
  memory.copy(out, start, head - start);
  let at = out + (head - start);
  store<u8>(at, 0x7e);
  memory.copy(at + 1, nonceAt, NONCE);
  at = writeMark(at + 1 + NONCE, start, end);
  store<u8>(at, 0x2e);
  at = writeNumber(at + 1, u64(left));
  store<u8>(at, 0x7e);
  memory.copy(at + 1, tail, end - tail);
  return at + 1 + (end - tail);
}

/** The first character that is surely no white space; 0 where there is none, or where that cannot be told here. */
function inkFrom(start: usize, limit: usize): usize {
  let at = start;
  while (at < limit) {
    const byte = load<u8>(at);
    if (byte == BACKSLASH) {
      const next = load<u8>(at + 1);
      if (next == 0x22 || next == BACKSLASH || next == 0x2f) return at;
      if (next != 0x6e && next != 0x74 && next != 0x72 && next != 0x66) return 0;
      at += 2;
    } else if (byte == 0x20) at += 1;
    else if (byte < 0x7f) return at;
    else return byte > 0xc2 && byte != 0xe1 && byte != 0xe2 && byte != 0xe3 && byte != 0xef ? at : 0;
  }
  return 0;
}

/** What a rule looks for at the beginning of a text would be longer, spelled with codes. */
function isTold(ink: usize, head: usize, measure: u32): bool {
  return measure == AS_WORDS ? lengthOf(ink, head, AS_BYTES) >= WORDS_TOLD : !hasCodes(ink, ink + HEAD);
}

function hasCodes(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) if (isCode(at)) return true;
  return false;
}

function isCode(at: usize): bool {
  return load<u16>(at) == 0x755c;
}

/** A place that is neither inside a character nor inside an escape nor between two that may be halves; or 0. */
function cleanFrom(start: usize, limit: usize): usize {
  for (let at = start; at < limit; at++) if (isClean(at)) return at;
  return 0;
}

function isClean(at: usize): bool {
  if (load<u8>(at - 1) == BACKSLASH || (load<u8>(at) & 0xc0) == 0x80) return false;
  return !isCode(at) && !isCode(at - 2) && !isCode(at - 3) && !isCode(at - 4) && !isCode(at - 5);
}

/** Below 0: it cannot be told here. */
function lengthOf(start: usize, end: usize, measure: u32): i64 {
  const backslashes = i8x16.splat(BACKSLASH);
  let length = i64(end - start);
  let high: i32 = 0;
  let at = start;
  while (at < end) {
    const bytes = v128.load(at);
    if (measure == AS_UNITS) high |= i8x16.bitmask(bytes);
    const found = i8x16.bitmask(i8x16.eq(bytes, backslashes));
    if (!found) {
      at += 16;
      continue;
    }
    at += ctz(found);
    if (at >= end) break;
    const next = load<u8>(at + 1);
    if (next == 0x75) {
      const code = codeAt(at + 2);
      // What stands for a control character is the same in any spelling; all else is for the host.
      if (code < 0 || code >= 0x20) return -1;
      if (measure != AS_JSON) length -= 5;
      else if (code == 8 || code == 9 || code == 10 || code == 12 || code == 13) length -= 4;
      at += 6;
    } else {
      if (measure != AS_JSON || next == 0x2f) length -= 1;
      at += 2;
    }
  }
  return high ? -1 : length;
}

function codeAt(at: usize): i32 {
  let code: i32 = 0;
  for (let digit: usize = 0; digit < 4; digit++) {
    const byte = load<u8>(at + digit);
    const low = u8(byte - 0x30) < 10 ? i32(byte) - 0x30 : i32((byte | 0x20) - 0x61) + 10;
    code = (code << 4) | low;
  }
  return code;
}

function writeMark(out: usize, start: usize, end: usize): usize {
  const mark = markOf(start, end);
  store<u8>(out, 0x2e);
  let at = out + 1;
  for (let shift: u64 = 64; shift; at += 1) {
    shift -= 4;
    const digit = u8((mark >>> shift) & 15);
    store<u8>(at, digit < 10 ? 0x30 + digit : 0x57 + digit);
  }
  return at;
}

function writeNumber(out: usize, value: u64): usize {
  let digits: usize = 1;
  for (let rest = value / 10; rest; rest /= 10) digits += 1;
  let rest = value;
  for (let at = out + digits; at > out; rest /= 10) {
    at -= 1;
    store<u8>(at, 0x30 + u8(rest % 10));
  }
  return out + digits;
}
