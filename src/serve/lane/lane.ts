// Questions -> answers of workers; one that hangs or dies is replaced and holds up no other question.
import { WorldError, systemCode } from "../../store/index.ts";
import type { LaneLimits } from "./limits.ts";
import { abandoned, closed, failed, notStarted, resting, tooLate, tooMany } from "./lane-errors.ts";
import { RestartPause } from "./restart-pause.ts";
import { WakingClock } from "./waking-clock.ts";
import { type Answer, type Progress, type Question, type Said, isSaid } from "./question.ts";
import { type LaneProcess, type Open, type Worker, culpritAmong, queued } from "./worker.ts";

export type AskOptions = {
  readonly onProgress?: Progress;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

export type Lane = {
  readonly ask: (question: Question, options?: AskOptions) => Promise<Answer>;
  /** Soon something will be asked. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

export type LaneOptions = {
  readonly start: () => LaneProcess;
  /** A process that was not asked for so long is ended: it takes its memory along. */
  readonly idleMs: number;
  readonly limits: LaneLimits;
  readonly monotonicMs: () => number;
};

const mostOpen = 256;
/** A question is asked of at most three workers. */
const mostLosses = 2;
/** A question is refused rather than kept waiting for a worker that may start only later than this. */
const shortPauseMs = 1000;
/** Killed processes that the system has not let go of, as on a network disk that hangs. */
const mostDying = 4;
const closeMs = 2000;
/** A question waits in the queue for as long as this many others may take. */
const mostTurns = 3;
/** An idle second worker is kept for this long. */
const spareMs = 10_000;

export const lane = (options: LaneOptions): Lane => new WorkerLane(options);

class WorkerLane implements Lane {
  readonly #options: LaneOptions;
  readonly #limits: LaneLimits;
  /** The oldest first: it has the fullest caches. */
  readonly #workers = new Set<Worker>();
  readonly #dying = new Set<Promise<void>>();
  /** In the order in which they came. */
  readonly #open = new Map<number, Open>();
  #nextId = 0;
  readonly #clock: WakingClock;
  readonly #pause = new RestartPause();
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#clock = new WakingClock(options.monotonicMs);
  }

  async ask(question: Question, { onProgress, signal }: AskOptions = {}): Promise<Answer> {
    if (this.#isClosed) throw closed();
    if (this.#open.size >= mostOpen) throw tooMany(mostOpen);
    if (this.#pause.leftMs(this.#clock.nowMs()) > shortPauseMs || this.#dying.size >= mostDying) throw resting();
    clearTimeout(this.#idle);
    return await new Promise((resolve, reject) => {
      const sinceMs = this.#clock.nowMs();
      const one = queued({ id: (this.#nextId += 1), question, resolve, reject, onProgress, sinceMs });
      this.#open.set(one.id, one);
      if (signal?.aborted === true) this.#abandon(one);
      signal?.addEventListener("abort", () => this.#abandon(one), { once: true });
      this.#dispatch();
    });
  }

  start(): void {
    if (this.#workers.size === 0 && !this.#isClosed) this.#startWorker();
    if (this.#open.size === 0) this.#rest();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    clearTimeout(this.#idle);
    for (const one of this.#open.values()) this.#fail(one, closed());
    for (const worker of this.#workers) this.#end(worker);
    // One that even a kill does not end is left to the system.
    await Promise.race([Promise.all(this.#dying), new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
  }

  #questionsOf(worker: Worker | undefined): readonly Open[] {
    return [...this.#open.values()].filter((one) => one.worker === worker);
  }

  /** Sends every queued question to a worker that can take it; starts another worker where none can for long. */
  #dispatch(): void {
    for (const one of this.#questionsOf(undefined)) {
      // A worker inside this process may have answered it meanwhile.
      if (one.worker !== undefined || !this.#open.has(one.id)) continue;
      const worker = [...this.#workers].find((candidate) => this.#canTake(candidate, one)) ?? this.#another(one);
      if (worker !== undefined) this.#send(worker, one);
    }
    if (this.#open.size === 0 && this.#workers.size <= 1) return;
    this.#watch ??= setInterval(() => this.#check(), Math.min(250, this.#limits.stallMs / 4)).unref();
  }

  #canTake(worker: Worker, { isAlone }: Open): boolean {
    if (worker.stalledMs !== undefined) return false;
    const others = this.#questionsOf(worker);
    if (others.length === 0) return true;
    if (isAlone || this.#limits.work === "alone") return false;
    return others.every((other) => other.state === "waiting" && !other.isAlone);
  }

  #another({ sinceMs }: Open): Worker | undefined {
    const { mostWorkers, stallMs } = this.#limits;
    if (this.#workers.size >= mostWorkers || this.#pause.leftMs(this.#clock.nowMs()) > 0) return undefined;
    // One that is just starting will take it soon.
    if ([...this.#workers].some(({ isReady }) => !isReady)) return undefined;
    return this.#workers.size === 0 || this.#clock.nowMs() - sinceMs >= stallMs ? this.#startWorker() : undefined;
  }

  #startWorker(): Worker | undefined {
    const process = this.#started();
    if (process === undefined) return undefined;
    const worker: Worker = { process, usedMs: this.#clock.nowMs(), isReady: false, stalledMs: undefined };
    this.#workers.add(worker);
    process.onSaid((said) => {
      if (isSaid(said)) this.#hear(worker, said);
      else this.#lose(worker, new Error("a worker sent something else than an answer"));
    });
    process.onEnd((cause) => this.#lose(worker, cause));
    return worker;
  }

  /** Undefined where the system has no room for a process now. */
  #started(): LaneProcess | undefined {
    try {
      return this.#options.start();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      this.#pause.lost(this.#clock.nowMs());
      return undefined;
    }
  }

  #send(worker: Worker, one: Open): void {
    one.worker = worker;
    one.state = "sent";
    one.sinceMs = this.#clock.nowMs();
    if (worker.isReady) worker.usedMs = this.#clock.nowMs();
    worker.process.send({ id: one.id, question: one.question });
  }

  #hear(worker: Worker, said: Said): void {
    worker.usedMs = this.#clock.nowMs();
    worker.stalledMs = undefined;
    // What was sent while it loaded its code waits from now on.
    if (!worker.isReady) for (const one of this.#questionsOf(worker)) one.sinceMs = this.#clock.nowMs();
    worker.isReady = true;
    const one = "id" in said ? this.#open.get(said.id) : undefined;
    if (one !== undefined && "answer" in said) this.#answer(one, said.answer);
    else if (one?.worker === worker) this.#note(one, said);
    this.#dispatch();
  }

  #note(one: Open, said: Said): void {
    if ("state" in said) one.state = said.state;
    if ("progress" in said) one.onProgress?.(said.progress.doneBytes, said.progress.totalBytes);
    if (!("state" in said) || said.state === "begun") one.sinceMs = this.#clock.nowMs();
  }

  /** From any worker: after a stall two workers may have the same question, and the first answer counts. */
  #answer(one: Open, answer: Answer): void {
    this.#pause.answered();
    this.#open.delete(one.id);
    one.resolve(answer);
    if (this.#open.size === 0) this.#rest();
  }

  #fail(one: Open, error: Error): void {
    this.#open.delete(one.id);
    one.reject(error);
    if (this.#open.size === 0) this.#rest();
  }

  /** Nobody waits for it: a queued question is dropped, a running one may continue for a moment. */
  #abandon(one: Open): void {
    if (!this.#open.has(one.id) || one.abandonedMs !== undefined) return;
    one.abandonedMs = this.#clock.nowMs();
    if (one.state === "queued") this.#fail(one, abandoned());
    else one.reject(abandoned());
  }

  #check(): void {
    const queueMs = mostTurns * this.#limits.deadlineMs + this.#limits.startMs;
    for (const worker of this.#workers) this.#checkWorker(worker);
    for (const one of this.#questionsOf(undefined))
      if (this.#hasPassed(one.sinceMs, queueMs)) this.#fail(one, resting());
    this.#dispatch();
    if (this.#open.size > 0 || this.#workers.size > 1) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #checkWorker(worker: Worker): void {
    const { startMs, blockedMs, abandonedMs, deadlineMs, work, again } = this.#limits;
    if (!worker.isReady) {
      if (this.#hasPassed(worker.usedMs, startMs)) this.#lose(worker, notStarted());
      return;
    }
    if (again !== "never") this.#moveStalled(worker);
    const mine = this.#questionsOf(worker);
    // While one runs, those that wait cannot help being late.
    const running = mine.find(({ state }) => state === "begun");
    const late = (running === undefined ? mine : [running]).find((one) => this.#hasPassed(one.sinceMs, deadlineMs));
    const isBlocked = this.#hasPassed(worker.stalledMs, blockedMs) && (work === "shared" || mine.length === 0);
    const isAbandoned =
      mine.length > 0 && again !== "never" && mine.every((one) => this.#hasPassed(one.abandonedMs, abandonedMs));
    if (late !== undefined) this.#lose(worker, tooLate(deadlineMs));
    else if (isBlocked) this.#lose(worker, tooLate(blockedMs));
    else if (isAbandoned) this.#drop(worker);
    else if (mine.length === 0 && this.#workers.size > 1 && this.#hasPassed(worker.usedMs, spareMs)) this.#end(worker);
  }

  /** Moves questions that a busy worker does not get to; it keeps the one it is busy with. */
  #moveStalled(worker: Worker): void {
    const mine = this.#questionsOf(worker);
    const stalled = mine.find((one) => one.state !== "waiting" && this.#hasPassed(one.sinceMs, this.#limits.stallMs));
    if (stalled === undefined) return;
    if (stalled.state === "sent") worker.stalledMs ??= stalled.sinceMs;
    for (const one of mine) {
      if (one.state === "begun") continue;
      if (one.abandonedMs !== undefined) this.#fail(one, abandoned());
      // One of those that wait may be what keeps it busy.
      one.isAlone ||= stalled.state === "sent" && one.state === "waiting";
      one.worker = undefined;
      one.state = "queued";
    }
  }

  #hasPassed(sinceMs: number | undefined, ms: number): boolean {
    return sinceMs !== undefined && this.#clock.nowMs() - sinceMs >= ms;
  }

  #drop(worker: Worker): void {
    for (const one of this.#questionsOf(worker)) this.#fail(one, abandoned());
    this.#end(worker);
  }

  /** The question at fault fails, and the others are asked again; each alone where the fault is unknown. */
  #lose(worker: Worker, cause: unknown): void {
    if (!this.#workers.has(worker)) return;
    const mine = this.#questionsOf(worker);
    this.#end(worker);
    this.#pause.lost(this.#clock.nowMs());
    const error = cause instanceof WorldError ? cause : failed(cause);
    const culprit = culpritAmong(mine);
    for (const one of mine) {
      if (one === culprit || this.#limits.again === "never" || one.abandonedMs !== undefined) this.#fail(one, error);
      else {
        one.isAlone ||= culprit === undefined && one.state !== "sent";
        this.#askAgain(one, error);
      }
    }
    this.#dispatch();
  }

  #askAgain(one: Open, error: Error): void {
    one.losses += 1;
    one.worker = undefined;
    one.state = "queued";
    one.sinceMs = this.#clock.nowMs();
    if (one.losses > mostLosses) this.#fail(one, error);
  }

  #end(worker: Worker): void {
    this.#workers.delete(worker);
    const ended = worker.process.end().finally(() => this.#dying.delete(ended));
    this.#dying.add(ended);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    const end = (): void => {
      for (const worker of this.#workers) this.#end(worker);
    };
    this.#idle = setTimeout(end, this.#options.idleMs).unref();
  }
}
