// Workers lost in a row -> how long to wait before the next one is started.

/** This many workers may be lost without an answer in between; after that each pause is twice the last. */
const freeLosses = 3;
const firstPauseMs = 250;
const longestPauseMs = 30_000;

export class RestartPause {
  #losses = 0;
  #untilMs = 0;

  lost(nowMs: number): void {
    this.#losses += 1;
    const beyond = this.#losses - freeLosses;
    if (beyond >= 0) this.#untilMs = nowMs + Math.min(longestPauseMs, firstPauseMs * 2 ** beyond);
  }

  answered(): void {
    this.#losses = 0;
    this.#untilMs = 0;
  }

  leftMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }
}
