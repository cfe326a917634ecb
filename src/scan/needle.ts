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

/** A backslash and a u. */
const escapeStart: usize = memory.data<u8>([0x5c, 0x75]);

let length: i32 = 0;
/** The offset of the two bytes side by side that are met least. */
let pair: i32 = 0;
/** 0: escapes spell nothing of it; 1: ASCII ones may; 2: any may. */
let escapes: i32 = 0;

/** The run stands at its place already; `rare` is the offset in it of the two bytes side by side that are met least. */
export function prepare(count: i32, rare: i32): void {
  length = min(count, needleLimit);
  pair = rare;
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

/** Where the run stands next, or the end; escapes are not minded. */
export function nextRun(start: usize, end: usize): usize {
  const hit = nextHit(start, end);
  return hit < end ? hit - pair : end;
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
  const one = i8x16.splat(<i8>load<u8>(needle + pair));
  const oneFold = i8x16.splat(<i8>load<u8>(folds + pair));
  // Of a run of one byte any other may follow.
  const isPair = pair + 1 < length;
  const two = isPair ? i8x16.splat(<i8>load<u8>(needle + pair + 1)) : i8x16.splat(-1);
  const twoFold = isPair ? i8x16.splat(<i8>load<u8>(folds + pair + 1)) : i8x16.splat(-1);
  // Loaded, for constants would be made anew in every round.
  const backslash = v128.load_splat<u8>(escapeStart);
  const letterU = v128.load_splat<u8>(escapeStart, 1);
  const mind: i32 = escapes;
  const before: usize = pair;
  // The pair, or a backslash before a u: all else is passed sixty-four bytes at a time.
  for (let at = start; at < end; at += 64) {
    const a0 = v128.load(at);
    const a1 = v128.load(at, 1);
    let a = v128.and(i8x16.eq(v128.or(a0, oneFold), one), i8x16.eq(v128.or(a1, twoFold), two));
    const b0 = v128.load(at, 16);
    const b1 = v128.load(at, 17);
    let b = v128.and(i8x16.eq(v128.or(b0, oneFold), one), i8x16.eq(v128.or(b1, twoFold), two));
    const c0 = v128.load(at, 32);
    const c1 = v128.load(at, 33);
    let c = v128.and(i8x16.eq(v128.or(c0, oneFold), one), i8x16.eq(v128.or(c1, twoFold), two));
    const d0 = v128.load(at, 48);
    const d1 = v128.load(at, 49);
    let d = v128.and(i8x16.eq(v128.or(d0, oneFold), one), i8x16.eq(v128.or(d1, twoFold), two));
    if (mind != 0) {
      a = v128.or(a, v128.and(i8x16.eq(a0, backslash), i8x16.eq(a1, letterU)));
      b = v128.or(b, v128.and(i8x16.eq(b0, backslash), i8x16.eq(b1, letterU)));
      c = v128.or(c, v128.and(i8x16.eq(c0, backslash), i8x16.eq(c1, letterU)));
      d = v128.or(d, v128.and(i8x16.eq(d0, backslash), i8x16.eq(d1, letterU)));
    }
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue;
    const low = <u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16);
    const high = <u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16);
    for (let bits: u64 = <u64>low | ((<u64>high) << 32); bits != 0; bits &= bits - 1) {
      const hit = at + <usize>ctz(bits);
      if (hit >= end) return end;
      if ((hit >= start + before && isWhole(hit - before, end)) || (mind != 0 && isEscape(hit, end))) return hit;
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
