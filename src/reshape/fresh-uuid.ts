// A new session's id and an old uuid -> the uuid that stands for it there: always the same one, and no table is kept.

/** A version 4 uuid in shape; 122 bits of a hash over both. */
export function freshUuids(sessionId: string): (uuid: string) => string {
  const seed = absorbed(start, sessionId);
  return (uuid) => uuidOf(finished(absorbed(seed, uuid), uuid.length));
}

type State = readonly [number, number, number, number];

const start: State = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
const constants = { a: 0x239b961b, b: 0xab0e9789, c: 0x38b34ae5, d: 0xa1e38b93 } as const;

/** MurmurHash3 for 128 bits on 32-bit lanes, fed with UTF-16 units, two to a lane. */
function absorbed(state: State, text: string): State {
  let [a, b, c, d] = state;
  for (let at = 0; at < text.length; at += 8) {
    a = Math.imul(rotate(a ^ mixed(pair(text, at), constants.a, constants.b), 19) + b, 5) + 0x561ccd1b;
    b = Math.imul(rotate(b ^ mixed(pair(text, at + 2), constants.b, constants.c), 17) + c, 5) + 0x0bcaa747;
    c = Math.imul(rotate(c ^ mixed(pair(text, at + 4), constants.c, constants.d), 15) + d, 5) + 0x96cd1c35;
    d = Math.imul(rotate(d ^ mixed(pair(text, at + 6), constants.d, constants.a), 13) + a, 5) + 0x32ac3b17;
  }
  return [a | 0, b | 0, c | 0, d | 0];
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const mixed = (value: number, first: number, second: number): number =>
  Math.imul(rotate(Math.imul(value, first), 16), second);

/** Behind the end there are no units; the length tells that from units that are zero. */
const pair = (text: string, at: number): number =>
  (at < text.length ? text.charCodeAt(at) : 0) | ((at + 1 < text.length ? text.charCodeAt(at + 1) : 0) << 16);

function finished(state: State, length: number): State {
  let [a, b, c, d] = state;
  a ^= length;
  b ^= length;
  c ^= length;
  d ^= length;
  a = (a + b + c + d) | 0;
  [b, c, d] = [(b + a) | 0, (c + a) | 0, (d + a) | 0];
  [a, b, c, d] = [avalanche(a), avalanche(b), avalanche(c), avalanche(d)];
  a = (a + b + c + d) | 0;
  return [a, (b + a) | 0, (c + a) | 0, (d + a) | 0];
}

function avalanche(value: number): number {
  let mix = value ^ (value >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}

function uuidOf([a, b, c, d]: State): string {
  const version = (b & 0xffff0fff) | 0x4000;
  const variant = (c & 0x3fffffff) | 0x80000000;
  const [first, second, third, fourth] = [hex(a), hex(version), hex(variant), hex(d)];
  return `${first}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${fourth}`;
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");
