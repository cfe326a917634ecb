// A new session's id and an old uuid, both ASCII -> the uuid that stands for it there; the same as the host's `fresh-uuid.ts` gives.

let seedA: u32 = 0;
let seedB: u32 = 0;
let seedC: u32 = 0;
let seedD: u32 = 0;
let a: u32 = 0;
let b: u32 = 0;
let c: u32 = 0;
let d: u32 = 0;

export function seedFresh(session: usize, length: usize): void {
  a = 0x243f6a88;
  b = 0x243f6a88;
  c = 0x243f6a88;
  d = 0x243f6a88;
  absorb(session, length);
  seedA = a;
  seedB = b;
  seedC = c;
  seedD = d;
}

/** With its quotes. */
export const FRESH_BYTES: usize = 38;

export function writeFresh(out: usize, uuid: usize, length: usize): void {
  a = seedA;
  b = seedB;
  c = seedC;
  d = seedD;
  absorb(uuid, length);
  finish(u32(length));
  spell(out);
}

/** MurmurHash3 for 128 bits on 32-bit lanes, fed with UTF-16 units, two to a lane. */
function absorb(text: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8) {
    a = (rotl(a ^ mixed(pair(text, at, length), 0x239b961b, 0xab0e9789), 19) + b) * 5 + 0x561ccd1b;
    b = (rotl(b ^ mixed(pair(text, at + 2, length), 0xab0e9789, 0x38b34ae5), 17) + c) * 5 + 0x0bcaa747;
    c = (rotl(c ^ mixed(pair(text, at + 4, length), 0x38b34ae5, 0xa1e38b93), 15) + d) * 5 + 0x96cd1c35;
    d = (rotl(d ^ mixed(pair(text, at + 6, length), 0xa1e38b93, 0x239b961b), 13) + a) * 5 + 0x32ac3b17;
  }
}

function mixed(value: u32, first: u32, second: u32): u32 {
  return rotl(value * first, 16) * second;
}

function pair(text: usize, at: usize, length: usize): u32 {
  const low = at < length ? u32(load<u8>(text + at)) : 0;
  const high = at + 1 < length ? u32(load<u8>(text + at + 1)) : 0;
  return low | (high << 16);
}

function finish(length: u32): void {
  a ^= length;
  a += b + c + d;
  b = avalanche(b + a);
  c = avalanche(c + a);
  d = avalanche(d + a);
  a = avalanche(a) + b + c + d;
  b += a;
  c += a;
  d += a;
}

function avalanche(value: u32): u32 {
  let mix = value ^ (value >> 16);
  mix *= 0x85ebca6b;
  mix ^= mix >> 13;
  mix *= 0xc2b2ae35;
  return mix ^ (mix >> 16);
}

/** A version 4 uuid in shape. */
function spell(out: usize): void {
  store<u8>(out, 0x22);
  let at = out + 1;
  for (let digit: u32 = 0; digit < 32; digit++) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) {
      store<u8>(at, 0x2d);
      at += 1;
    }
    const lane = digit < 8 ? a : digit < 16 ? b : digit < 24 ? c : d;
    let nibble = (lane >> (28 - 4 * (digit & 7))) & 15;
    if (digit == 12) nibble = 4;
    else if (digit == 16) nibble = (nibble & 3) | 8;
    store<u8>(at, u8(nibble < 10 ? 0x30 + nibble : 0x57 + nibble));
    at += 1;
  }
  store<u8>(at, 0x22);
}
