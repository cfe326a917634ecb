// A seed -> numbers that look random and are the same every time.

export type Random = {
  /** A whole number from 0 to below `end`. */
  readonly below: (end: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly chance: (share: number) => boolean;
};

export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (items) => items[below(items.length)] ?? items[0], chance: (share) => next() < share };
}
