// Waits at most the given time on any clock: before 1970, standing still or running backwards.

export type PauseClock = {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** Sleeps without the event loop; never returns where the clock is not sound. */
  readonly sleep: (ms: number) => void;
};

const nodeClock: PauseClock = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** About a second of looking at the clock, where that clock shows no progress. */
const mostLooks = 5_000_000;

export function pause(ms: number, clock: PauseClock = nodeClock): void {
  if (isSound(clock)) return clock.sleep(ms);
  const startMs = clock.monotonicMs();
  for (let looks = 0; looks < mostLooks && clock.monotonicMs() - startMs < ms; looks++);
}

/** V8 waits for a moment of the monotonic clock. libfaketime changes that clock too, and then the moment never comes. */
function isSound({ nowMs, monotonicMs }: PauseClock): boolean {
  if (nowMs() < 0) return false;
  const startMs = monotonicMs();
  for (let looks = 0; looks < 1000; looks++) {
    const nextMs = monotonicMs();
    if (nextMs !== startMs) return nextMs > startMs;
  }
  return false;
}
