// A seed -> the same choices each time, so that whatever a fuzzer finds can be found again.

export type Chance = {
  /** How often a value is not the one that belongs there. */
  readonly surprise: number;
  readonly whole: (low: number, high: number) => number;
  readonly one: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly shuffle: <T>(items: readonly T[]) => readonly T[];
};

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  // Multiply, add, and mix the high bits down: good enough to reach every corner.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = state ^ (state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    mixed ^= mixed >>> 12;
    return ((Math.imul(mixed, 0x297a2d39) ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    surprise: 0.015,
    whole,
    one: (probability) => next() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
