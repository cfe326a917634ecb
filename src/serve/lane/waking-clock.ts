// A monotonic clock -> the time during which this process ran; time while it was stopped does not count.

/** A longer gap between two readings means that the process was stopped, or had no processor. */
const longestGapMs = 1000;

export class WakingClock {
  readonly #monotonicMs: () => number;
  #readMs: number;
  #sumMs = 0;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#readMs = monotonicMs();
  }

  nowMs(): number {
    const readMs = this.#monotonicMs();
    this.#sumMs += Math.min(readMs - this.#readMs, longestGapMs);
    this.#readMs = readMs;
    return this.#sumMs;
  }
}
