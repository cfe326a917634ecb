// A clock that stands still until it is moved on by hand; what was to be called meanwhile is called in order.
import type { Clock } from "../../src/live/index.ts";

export type HandClock = Clock & {
  readonly advance: (ms: number) => void;
  /** Only the time of day is another from now on. */
  readonly set: (ms: number) => void;
};

export function handClock(startMs: number): HandClock {
  let nowMs = startMs;
  let setMs = 0;
  let waiting: readonly { readonly atMs: number; readonly call: () => void }[] = [];
  return {
    nowMs: () => nowMs + setMs,
    monotonicMs: () => nowMs,
    set(ms) {
      setMs = ms - nowMs;
    },
    after(delayMs, call) {
      const entry = { atMs: nowMs + delayMs, call };
      waiting = [...waiting, entry].toSorted((a, b) => a.atMs - b.atMs);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let next = waiting[0]; next !== undefined && next.atMs <= endMs; next = waiting[0]) {
        waiting = waiting.slice(1);
        nowMs = Math.max(nowMs, next.atMs);
        next.call();
      }
      nowMs = endMs;
    },
  };
}
