// The limits of each lane: how many workers, how they share work, and how long a question may take.
import type { LaneName } from "./question.ts";

export type LaneLimits = {
  readonly mostWorkers: number;
  /** `shared`: a worker takes further questions while others wait inside it. `alone`: one question after the other. */
  readonly work: "shared" | "alone";
  /** Whether a question may be asked again of another worker when its own is lost; what writes may not. */
  readonly again: "may-repeat" | "never";
  /** From the start of the work on a question, or its last progress. */
  readonly deadlineMs: number;
  /** A question that no worker takes up within this time gets another worker. */
  readonly stallMs: number;
  /** A worker that takes up no question for this long, and answers none, is replaced. */
  readonly blockedMs: number;
  /** A worker must have loaded its code by then. */
  readonly startMs: number;
  /** Work that nobody waits for any more may continue for this long, because it fills the caches. */
  readonly abandonedMs: number;
};

const seconds = 1000;
const minutes = 60 * seconds;

/** Reading one session: laying out gigabytes takes this long on a slow disk. */
const readMs = 2 * minutes;
const listMs = 2 * minutes;
/** Judging one session: findings rehearse a repair of it. */
const lookMs = 3 * minutes;
/** A search stops by itself after 20 s. */
const searchMs = 1 * minutes;
/** Over all logs, which nothing has counted before: the first `files` of a large home. */
const countMs = 10 * minutes;
/** Without any progress. */
const indexMs = 10 * minutes;
/** Much longer than any action takes: one that is killed in the middle must be undone by the next run. */
const actMs = 15 * minutes;

const usual = {
  work: "alone",
  again: "may-repeat",
  stallMs: 2 * seconds,
  blockedMs: 30 * seconds,
  startMs: 1 * minutes,
  abandonedMs: 10 * seconds,
} as const;

export const laneLimits: Readonly<Record<LaneName, LaneLimits>> = {
  read: { ...usual, mostWorkers: 3, work: "shared", deadlineMs: readMs },
  list: { ...usual, mostWorkers: 3, work: "shared", deadlineMs: listMs },
  look: { ...usual, mostWorkers: 3, deadlineMs: lookMs },
  search: { ...usual, mostWorkers: 3, work: "shared", deadlineMs: searchMs },
  count: { ...usual, mostWorkers: 2, deadlineMs: countMs },
  index: { ...usual, mostWorkers: 1, deadlineMs: indexMs },
  act: { ...usual, mostWorkers: 1, again: "never", deadlineMs: actMs },
};
