// Where a JSON string begins -> where it ends; 0 for one that JSON does not allow. Nothing is decoded.
import { BACKSLASH, QUOTE } from "./characters";

/** A block of 64 bytes is judged at once, bit n of a mask standing for its byte n. */
const BLOCK: usize = 64;

// Read from memory once per call: V8 builds a constant vector anew at each use.
const QUOTES: usize = memory.data<u8>([
  0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22,
]);
const BACKSLASHES: usize = memory.data<u8>([
  0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c,
]);
const LETTERS_N: usize = memory.data<u8>([
  0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e, 0x6e,
]);
const LETTERS_T: usize = memory.data<u8>([
  0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74,
]);
const LAST_CONTROLS: usize = memory.data<u8>([
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
]);

/** Set by `plainEnd`: the string holds neither an escape nor anything but ASCII. */
export let isPlain: bool = true;

function join(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = u32(i8x16.bitmask(a)) | (u32(i8x16.bitmask(b)) << 16);
  const high = u32(i8x16.bitmask(c)) | (u32(i8x16.bitmask(d)) << 16);
  return u64(low) | (u64(high) << 32);
}

/** Control characters, found by the lesser of the byte and the last of them. */
function controls(bytes: v128, last: v128): v128 {
  return i8x16.eq(i8x16.min_u(bytes, last), bytes);
}

function stops(bytes: v128): v128 {
  const quotes = i8x16.eq(bytes, v128.load(QUOTES));
  const backslashes = i8x16.eq(bytes, v128.load(BACKSLASHES));
  return v128.or(v128.or(quotes, backslashes), controls(bytes, v128.load(LAST_CONTROLS)));
}

/** The closing quote of the string whose text begins at `start`, or 0. */
export function textEnd(start: usize): usize {
  let at = start;
  const short = start + 48;
  do {
    const found = i8x16.bitmask(stops(v128.load(at)));
    if (found) {
      at += ctz(found);
      const byte = load<u8>(at);
      if (byte == QUOTE) return at;
      return byte == BACKSLASH ? longEnd(at) : 0;
    }
    at += 16;
  } while (at < short);
  return longEnd(at);
}

/** The same, and tells by `isPlain` whether the bytes are the text. */
export function plainEnd(start: usize): usize {
  let at = start;
  isPlain = true;
  while (true) {
    const bytes = v128.load(at);
    // The top bit of a byte that is not ASCII is a mask already.
    const found = i8x16.bitmask(v128.or(stops(bytes), bytes));
    if (found) {
      at += ctz(found);
      if (load<u8>(at) == QUOTE) return at;
      isPlain = false;
      return longEnd(at);
    }
    at += 16;
  }
}

/** From a place in the text at which no escape is under way. */
function longEnd(start: usize): usize {
  const quote = v128.load(QUOTES);
  const backslash = v128.load(BACKSLASHES);
  const letterN = v128.load(LETTERS_N);
  const letterT = v128.load(LETTERS_T);
  const lastControl = v128.load(LAST_CONTROLS);
  let at = start;
  /** 1 when the block's first byte is escaped by the one in front. */
  let carried: u64 = 0;
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const quotes = join(i8x16.eq(a, quote), i8x16.eq(b, quote), i8x16.eq(c, quote), i8x16.eq(d, quote));
    const slashes = join(
      i8x16.eq(a, backslash),
      i8x16.eq(b, backslash),
      i8x16.eq(c, backslash),
      i8x16.eq(d, backslash),
    );
    const usual =
      quotes |
      slashes |
      join(
        v128.or(i8x16.eq(a, letterN), i8x16.eq(a, letterT)),
        v128.or(i8x16.eq(b, letterN), i8x16.eq(b, letterT)),
        v128.or(i8x16.eq(c, letterN), i8x16.eq(c, letterT)),
        v128.or(i8x16.eq(d, letterN), i8x16.eq(d, letterT)),
      );
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
    // As if no backslash followed another: where one does, the block is read exactly below.
    const behind = (slashes << 1) | carried;
    const unsure = (quotes & ~behind) | (behind & (slashes | ~usual));
    if (!unsure && !v128.any_true(controls(least, lastControl))) {
      carried = slashes >> 63;
      at += BLOCK;
      continue;
    }

    const code = escapeCode(slashes, carried);
    const escaped = code ^ (slashes | carried);
    const ends =
      (quotes & ~escaped) |
      join(controls(a, lastControl), controls(b, lastControl), controls(c, lastControl), controls(d, lastControl));
    const within = ends ? (ends & (0 - ends)) - 1 : u64.MAX_VALUE;
    const rare = escaped & within & ~usual;
    if (rare && !areEscapes(at, rare)) return 0;
    if (ends) {
      at += usize(ctz(ends));
      return load<u8>(at) == QUOTE ? at : 0;
    }
    carried = (code & slashes) >> 63;
    at += BLOCK;
  }
}

const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

/**
 * Tells escapes from what they escape in runs of backslashes: a subtraction lets a borrow run through each run, so that
 * runs that begin at odd and at even bits come out differently. With `slashes` it gives the backslashes that escape;
 * differing from `slashes | carried`, the bytes that are escaped.
 */
function escapeCode(slashes: u64, carried: u64): u64 {
  const free = slashes & ~carried;
  return (((free << 1) | ODD_BITS) - free) ^ ODD_BITS;
}

/** Whether each marked byte may stand behind a backslash: / b f r, or u and four digits. */
function areEscapes(block: usize, marked: u64): bool {
  for (let rest = marked; rest; rest &= rest - 1) {
    const at = block + usize(ctz(rest));
    const byte = load<u8>(at);
    if (byte == 0x75) {
      if (!isHex(at + 1) || !isHex(at + 2) || !isHex(at + 3) || !isHex(at + 4)) return false;
    } else if (byte != 0x2f && byte != 0x62 && byte != 0x66 && byte != 0x72) return false;
  }
  return true;
}

function isHex(at: usize): bool {
  const byte = load<u8>(at);
  return u8(byte - 0x30) < 10 || u8((byte | 0x20) - 0x61) < 6;
}
