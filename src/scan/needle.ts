// Bytes and a run of bytes to find -> the lines that hold it, in either case of ASCII letters, or hold an escape that could spell it.

/** The run, at most this long; letters are small. */
const needleLimit: i32 = 256;
const needle: usize = memory.data(256);
/** For each byte of it 0x20 where it is a letter: either case then looks the same. */
const folds: usize = memory.data(256);
/** Starts and ends of lines, as pairs of u32. */
const foundLimit: i32 = 4096;
const found: usize = memory.data(32768, 8);

/** Where the host may put what is to be searched. */
export function room(): usize {
  return __heap_base;
}

export function needlePlace(): usize {
  return needle;
}

export function foundPlace(): usize {
  return found;
}

export function foundCapacity(): i32 {
  return foundLimit;
}

let length: i32 = 0;
let first: i32 = 0;
let second: i32 = 0;
/** 0: escapes spell nothing of it; 1: ASCII ones may; 2: any may. */
let escapes: i32 = 0;

/** The run stands at its place already; `rare` and `other` are the offsets of the two bytes in it that are met least. */
export function prepare(count: i32, rare: i32, other: i32): void {
  length = min(count, needleLimit);
  first = rare;
  second = other;
  for (let at = 0; at < length; at++) {
    const byte = load<u8>(needle + at);
    store<u8>(folds + at, byte >= 0x61 && byte <= 0x7a ? 0x20 : 0);
  }
}

export function mindEscapes(kind: i32): void {
  escapes = kind;
}

let next: usize = 0;

/** Where the last `search` stopped because its table was full; the end when it did not. */
export function reached(): usize {
  return next;
}

/** How many lines between `start` and `end`, which stands behind a line feed or behind the last byte, were found. */
export function search(start: usize, end: usize): i32 {
  let count = 0;
  let at = start;
  while (at < end && count < foundLimit) {
    const hit = nextHit(at, end);
    if (hit >= end) {
      at = end;
      break;
    }
    const lineEnd = lineFeed(hit, end);
    const place = found + ((<usize>count) << 3);
    store<u32>(place, <u32>lineStart(hit, start));
    store<u32>(place + 4, <u32>lineEnd);
    count += 1;
    at = lineEnd + 1;
  }
  next = at;
  return count;
}

function nextHit(start: usize, end: usize): usize {
  const rare = i8x16.splat(<i8>load<u8>(needle + first));
  const rareFold = i8x16.splat(<i8>load<u8>(folds + first));
  const other = i8x16.splat(<i8>load<u8>(needle + second));
  const otherFold = i8x16.splat(<i8>load<u8>(folds + second));
  const backslash = i8x16.splat(0x5c);
  const letterU = i8x16.splat(0x75);
  const mind: i32 = escapes;
  // Two bytes of the run at their distance, or a backslash before a u: all else is passed thirty-two bytes at a time.
  for (let at = start; at < end; at += 32) {
    const rareAt = at + first;
    const otherAt = at + second;
    let hits = v128.and(
      i8x16.eq(v128.or(v128.load(rareAt), rareFold), rare),
      i8x16.eq(v128.or(v128.load(otherAt), otherFold), other),
    );
    let moreHits = v128.and(
      i8x16.eq(v128.or(v128.load(rareAt, 16), rareFold), rare),
      i8x16.eq(v128.or(v128.load(otherAt, 16), otherFold), other),
    );
    if (mind != 0) {
      hits = v128.or(hits, v128.and(i8x16.eq(v128.load(at), backslash), i8x16.eq(v128.load(at, 1), letterU)));
      moreHits = v128.or(
        moreHits,
        v128.and(i8x16.eq(v128.load(at, 16), backslash), i8x16.eq(v128.load(at, 17), letterU)),
      );
    }
    if (!v128.any_true(v128.or(hits, moreHits))) continue;
    let bits: u32 = (<u32>i8x16.bitmask(hits)) | ((<u32>i8x16.bitmask(moreHits)) << 16);
    for (; bits != 0; bits &= bits - 1) {
      const hit = at + <usize>ctz(bits);
      if (hit >= end) return end;
      if (isWhole(hit, end) || (mind != 0 && isEscape(hit, end))) return hit;
    }
  }
  return end;
}

function isWhole(at: usize, end: usize): bool {
  if (at + length > end) return false;
  for (let place = 0; place < length; place++) {
    if ((load<u8>(at + place) | load<u8>(folds + place)) != load<u8>(needle + place)) return false;
  }
  return true;
}

/** An escape that spells a character which a run may hold: no control character, and only ASCII where the run is ASCII. */
function isEscape(at: usize, end: usize): bool {
  if (at + 6 > end || load<u8>(at) != 0x5c || load<u8>(at + 1) != 0x75) return false;
  const high = load<u8>(at + 2) == 0x30 && load<u8>(at + 3) == 0x30;
  const digit = load<u8>(at + 4);
  if (high && digit < 0x32) return false;
  return escapes == 2 || (high && digit < 0x38);
}

function lineFeed(from: usize, end: usize): usize {
  const feed = i8x16.splat(0x0a);
  for (let at = from; at < end; at += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), feed));
    if (bits != 0) return min(end, at + <usize>ctz(bits));
  }
  return end;
}

function lineStart(from: usize, start: usize): usize {
  let at = from;
  while (at > start && load<u8>(at - 1) != 0x0a) at -= 1;
  return at;
}

/** Line feeds between two places. */
export function lineFeeds(start: usize, end: usize): i32 {
  const feed = i8x16.splat(0x0a);
  let count = 0;
  let at = start;
  for (; at + 16 <= end; at += 16) count += popcnt(i8x16.bitmask(i8x16.eq(v128.load(at), feed)));
  for (; at < end; at++) if (load<u8>(at) == 0x0a) count += 1;
  return count;
}
