// The bytes that JSON is made of, by name; nothing else.

export const LINE_FEED: u8 = 0x0a;
export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const COLON: u8 = 0x3a;
export const OPEN_BRACKET: u8 = 0x5b;
export const BACKSLASH: u8 = 0x5c;
export const CLOSE_BRACKET: u8 = 0x5d;
export const OPEN_BRACE: u8 = 0x7b;
export const CLOSE_BRACE: u8 = 0x7d;

/** The next byte that is not white space; a line feed ends the line and is never passed. */
export function spaced(at: usize): usize {
  return load<u8>(at) > 0x20 ? at : pastSpaces(at);
}

function pastSpaces(start: usize): usize {
  let at = start;
  while (true) {
    const byte = load<u8>(at);
    if (byte != 0x20 && byte != 0x09 && byte != 0x0d) return at;
    at += 1;
  }
}

/** The first line feed at or after `start`: the caller knows that there is one. */
export function lineFeedFrom(start: usize): usize {
  const wanted = i8x16.splat(LINE_FEED);
  let at = start;
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found) return at + ctz(found);
    at += 16;
  }
}

export function hasByte(start: usize, end: usize, wanted: u8): bool {
  const all = i8x16.splat(wanted);
  for (let at = start; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), all));
    if (found && at + ctz(found) < end) return true;
  }
  return false;
}

/** Behind the last line feed of `start`..`end`, or `start` where there is none. */
export function behindLastLineFeed(start: usize, end: usize): usize {
  const wanted = i8x16.splat(LINE_FEED);
  let at = end;
  while (at >= start + 16) {
    at -= 16;
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found) return at + 32 - clz(found);
  }
  while (at > start) {
    if (load<u8>(at - 1) == LINE_FEED) return at;
    at -= 1;
  }
  return start;
}
