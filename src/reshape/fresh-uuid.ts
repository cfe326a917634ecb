// A new session's id and an old uuid -> the uuid that stands for it there: always the same one, and no table is kept.

/** A version 4 uuid in shape; 122 bits of a hash over both. */
export function freshUuids(sessionId: string): (uuid: string) => string {
  const fresh = freshUuidBytes(sessionId);
  return (uuid) => String.fromCharCode(...fresh(uuid).subarray(1, -1));
}

/** The same as it stands in a line: ASCII, with its quotes. */
export function freshUuidBytes(sessionId: string): (uuid: string) => Uint8Array {
  const state = new Int32Array(4);
  absorb(state.fill(0x243f6a88), sessionId);
  const seed = state.slice();
  return (uuid) => {
    state.set(seed);
    absorb(state, uuid);
    finish(state, uuid.length);
    return spelled(state);
  };
}

/** MurmurHash3 for 128 bits on 32-bit lanes, fed with UTF-16 units, two to a lane. */
function absorb(state: Int32Array, text: string): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let at = 0; at < text.length; at += 8) {
    a = (Math.imul(rotate(a ^ mixed(pair(text, at), 0x239b961b, 0xab0e9789), 19) + b, 5) + 0x561ccd1b) | 0;
    b = (Math.imul(rotate(b ^ mixed(pair(text, at + 2), 0xab0e9789, 0x38b34ae5), 17) + c, 5) + 0x0bcaa747) | 0;
    c = (Math.imul(rotate(c ^ mixed(pair(text, at + 4), 0x38b34ae5, 0xa1e38b93), 15) + d, 5) + 0x96cd1c35) | 0;
    d = (Math.imul(rotate(d ^ mixed(pair(text, at + 6), 0xa1e38b93, 0x239b961b), 13) + a, 5) + 0x32ac3b17) | 0;
  }
  store(state, a, [b, c, d]);
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const mixed = (value: number, first: number, second: number): number =>
  Math.imul(rotate(Math.imul(value, first), 16), second);

/** Behind the end there are no units; the length, mixed in at last, tells that from units that are zero. */
const pair = (text: string, at: number): number =>
  (at < text.length ? text.charCodeAt(at) : 0) | ((at + 1 < text.length ? text.charCodeAt(at + 1) : 0) << 16);

function store(state: Int32Array, first: number, [b, c, d]: readonly [number, number, number]): void {
  state[0] = first;
  state[1] = b;
  state[2] = c;
  state[3] = d;
}

function finish(state: Int32Array, length: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  a ^= length;
  a = (a + b + c + d) | 0;
  b = avalanche((b + a) | 0);
  c = avalanche((c + a) | 0);
  d = avalanche((d + a) | 0);
  a = (avalanche(a) + b + c + d) | 0;
  store(state, a, [(b + a) | 0, (c + a) | 0, (d + a) | 0]);
}

function avalanche(value: number): number {
  let mix = value ^ (value >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}

const shape = Uint8Array.from('"xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"', (letter) => letter.charCodeAt(0));
const digits = Uint8Array.from("0123456789abcdef", (letter) => letter.charCodeAt(0));
const places = [...shape.keys()].filter((at) => shape[at] === 0x78 || shape[at] === 0x79 || shape[at] === 0x34);

function spelled(state: Int32Array): Uint8Array {
  const bytes = shape.slice();
  for (let digit = 0; digit < 32; digit++) {
    const place = places[digit] ?? 0;
    const nibble = ((state[digit >> 3] ?? 0) >>> (28 - 4 * (digit & 7))) & 15;
    const form = shape[place];
    if (form !== 0x34) bytes[place] = digits[form === 0x79 ? (nibble & 3) | 8 : nibble] ?? 0;
  }
  return bytes;
}
