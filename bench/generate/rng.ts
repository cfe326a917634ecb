// A seed -> an endless stream of numbers, picks and ids, the same on every machine; never the clock, never Math.random.

export type Rng = {
  /** 0 <= x < 1 */
  readonly next: () => number;
  /** Both ends included. */
  readonly int: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly hex: (digits: number) => string;
  readonly base62: (digits: number) => string;
  readonly uuid: () => string;
  /** A stream of its own for one part, so that changing one session leaves the others as they were. */
  readonly branch: (label: number) => Rng;
};

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const base62Pairs = Array.from(
  { length: 4096 },
  (_, n) => alphabet.charAt(Math.trunc(n / 62) % 62) + alphabet.charAt(n % 62),
);
const variants = ["8", "9", "a", "b"] as const;

/** 32 bits of state: plenty for a handful of sessions, and quick. */
export function createRng(seed: number): Rng {
  let state = mix(seed >>> 0);
  // Mulberry32.
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return rngOf(bits, (label) => createRng(mix(seed ^ mix(label + 1))));
}

/** 128 bits of state: streams of thousands of sessions never run into each other, so an id is never drawn twice. */
export function createWideRng(seed: number, way: readonly number[] = []): Rng {
  let [a, b, c] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((salt) =>
    way.reduce((state, label) => mix(mix(state ^ label) + salt), mix(seed ^ salt)),
  );
  let count = 1;
  // Sfc32.
  const bits = (): number => {
    const [x = 0, y = 0, z = 0] = [a, b, c];
    const sum = (x + y + count) | 0;
    count = (count + 1) | 0;
    a = y ^ (y >>> 9);
    b = (z + (z << 3)) | 0;
    c = (((z << 21) | (z >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 16; round += 1) bits();
  return rngOf(bits, (label) => createWideRng(seed, [...way, label]));
}

function rngOf(bits: () => number, branch: Rng["branch"]): Rng {
  const next = (): number => bits() / 4_294_967_296;
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const word = (): string => {
    const n = bits();
    return `${hexPairs[n & 255]}${hexPairs[(n >>> 8) & 255]}${hexPairs[(n >>> 16) & 255]}${hexPairs[n >>> 24]}`;
  };
  const hex = (digits: number): string => {
    let out = "";
    while (out.length < digits) out += word();
    return out.slice(0, digits);
  };

  return {
    next,
    int,
    hex,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new RangeError("pick from an empty list");
      return item;
    },
    base62: (digits) => {
      let out = "";
      while (out.length < digits) {
        const n = bits();
        out += `${base62Pairs[n & 4095]}${base62Pairs[(n >>> 12) & 4095]}`;
      }
      return out.slice(0, digits);
    },
    uuid: () => {
      const tail = word();
      const middle = word();
      const variant = variants[bits() & 3];
      return `${word()}-${tail.slice(0, 4)}-4${tail.slice(4, 7)}-${variant}${middle.slice(0, 3)}-${middle.slice(3, 7)}${word()}`;
    },
    branch,
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
