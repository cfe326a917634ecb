// The time and a way to be called later, as a parameter: so that a test can hold the clock still; nothing here looks at files.

export type Clock = {
  readonly nowMs: () => number;
  /** Calls once, later; the result takes it back. */
  readonly after: (delayMs: number, call: () => void) => () => void;
};

export const nodeClock: Clock = {
  nowMs: Date.now,
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
