// The time and a way to be called later, as a parameter: so that a test can hold the clock still; nothing here looks at files.

export type Clock = {
  /** The time of day, which people and machines set back and forward. */
  readonly nowMs: () => number;
  /** Only ever grows, from no particular beginning: for how long something took, and when it is due again. */
  readonly monotonicMs: () => number;
  /** Calls once, later; the result takes it back. */
  readonly after: (delayMs: number, call: () => void) => () => void;
};

export const nodeClock: Clock = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
