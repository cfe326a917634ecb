// A clock -> the same, whose calls hand what they throw to one place: a closed pipe ends a command, also from within a timer.
import type { Clock } from "../../live/index.ts";

export function failingTo(reject: (error: unknown) => void, clock: Clock): Clock {
  return {
    nowMs: clock.nowMs,
    monotonicMs: clock.monotonicMs,
    after: (delayMs, call) =>
      clock.after(delayMs, () => {
        try {
          call();
        } catch (error) {
          reject(error);
        }
      }),
  };
}
