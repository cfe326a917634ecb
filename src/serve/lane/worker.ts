// The state of a lane's worker and of the questions it works on; only the lane changes it.
import type { Answer, Asked, Progress, Question } from "./question.ts";

/** Another process that answers: what it reads and keeps is not in ours, and when it fails, ours goes on. */
export type LaneProcess = {
  readonly send: (asked: Asked) => void;
  readonly onSaid: (take: (said: unknown) => void) => void;
  /** Called once, however it ended; a cause that can be told is a `WorldError`. */
  readonly onEnd: (call: (cause: unknown) => void) => void;
  readonly end: () => Promise<void>;
};

export type Worker = {
  readonly process: LaneProcess;
  /** When it was started, until it is ready; then when it was last heard or given a question. */
  usedMs: number;
  isReady: boolean;
  /** Since when it has not taken up a question that was sent to it. */
  stalledMs: number | undefined;
};

export type Open = {
  readonly id: number;
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: Progress | undefined;
  worker: Worker | undefined;
  /** `sent`: on its way to the worker. `begun`: its code runs. `waiting`: its code waits, and others may run. */
  state: "queued" | "sent" | "begun" | "waiting";
  /** Since when it is queued or sent; once begun, since then or since its last progress. */
  sinceMs: number;
  /** Set when several were lost with one worker and the cause is unknown: each gets a worker to itself. */
  isAlone: boolean;
  /** How many workers it was lost with. */
  losses: number;
  /** When its client went away. */
  abandonedMs: number | undefined;
};

type Fresh = Pick<Open, "id" | "question" | "resolve" | "reject" | "onProgress" | "sinceMs">;

export const queued = (fresh: Fresh): Open => ({
  ...fresh,
  worker: undefined,
  state: "queued",
  isAlone: false,
  losses: 0,
  abandonedMs: undefined,
});

/** The question that made its worker fail, where that is certain. */
export function culpritAmong(questions: readonly Open[]): Open | undefined {
  const running = questions.find(({ state }) => state === "begun");
  if (running !== undefined) return running;
  const waiting = questions.filter(({ state }) => state === "waiting");
  return waiting.length === 1 ? waiting[0] : undefined;
}
