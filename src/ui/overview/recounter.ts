// Logs that grow -> a call to count again before long; once for all that came meanwhile, and never more often than counting can afford.
export type Recounter = {
  /** There may be something new to count. */
  readonly touch: () => void;
  /** How long the last counting took: after a long one the next has time. */
  readonly took: (ms: number) => void;
  readonly close: () => void;
};

export type RecounterOptions = {
  readonly recount: () => void;
  /** Calls after so many milliseconds, and gives back how to stop that. */
  readonly after: (ms: number, call: () => void) => () => void;
};

const leastMs = 3000;
const mostMs = 120_000;
/** So much of the time is spent on counting at most: one part in as many. */
const share = 10;

export function recounter({ recount, after }: RecounterOptions): Recounter {
  let restMs = leastMs;
  let cancel: (() => void) | undefined;
  return {
    touch() {
      cancel ??= after(restMs, () => {
        cancel = undefined;
        recount();
      });
    },
    took(ms) {
      restMs = Math.min(mostMs, Math.max(leastMs, ms * share));
    },
    close() {
      cancel?.();
      cancel = undefined;
    },
  };
}
