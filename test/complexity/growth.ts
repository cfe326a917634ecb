// A log, a command -> how the command's CPU time grows with the log; a suspect is measured again on larger logs.
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { RunReply, RunRequest } from "./growth-worker.ts";

export type Member = Omit<RunRequest, "size">;

/** Times without what the command needs for a tiny log. */
export type Growth = Member & {
  readonly size: number;
  readonly onceMs: number;
  readonly twiceMs: number;
  readonly ratio: number;
  readonly twice: RunReply;
};

export type Sizes = { readonly first: number; readonly most: number; readonly mostMb?: number };

export type Grower = {
  readonly run: (request: RunRequest) => Promise<RunReply>;
  readonly growthOf: (member: Member, sizes?: Sizes) => Promise<Growth>;
  readonly close: () => void;
};

/** Linear work doubles, quadratic work takes four times as long; garbage and caches make some linear work look like 2.5. */
export const mostRatio = 3;

/** Below this, the time of the larger log is mostly chance. */
const leastMs = 80;
const tinySize = 8;
const defaultSizes: Sizes = { first: 500, most: 32_000 };

/** A growth is believed to be steep when all of three sizes show it, each in the best of several rounds. */
const believedSizes = 3;
const believedRounds = 4;
/** A log that needs this long is large enough to decide. */
const decisiveMs = 4000;

/** Short times do not count: what stays below them on the largest log is quick enough. */
export const isMeasured = ({ twiceMs }: Growth): boolean => twiceMs >= leastMs;
export const isTooSteep = (growth: Growth): boolean => isMeasured(growth) && growth.ratio > mostRatio;

export function startGrower(): Grower {
  const child = fork(join(import.meta.dirname, "growth-worker.ts"), { execArgv: ["--expose-gc"], stdio: "inherit" });
  const run = (request: RunRequest): Promise<RunReply> => answerOf(child, request);
  return {
    run,
    growthOf: (member, sizes = defaultSizes) => measured(stopwatch(run, member), sizes),
    close: () => child.disconnect(),
  };
}

function answerOf(child: ChildProcess, request: RunRequest): Promise<RunReply> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the worker ended with ${code} at ${JSON.stringify(request)}`));
    child.once("exit", onExit);
    child.once("message", (reply: RunReply | { readonly error: string }) => {
      child.off("exit", onExit);
      if ("error" in reply) reject(new Error(`${JSON.stringify(request)}: ${reply.error}`));
      else resolve(reply);
    });
    child.send(request);
  });
}

type Stopwatch = {
  /** Runs the member once more at each of these sizes. */
  readonly measure: (...sizes: readonly number[]) => Promise<void>;
  /** From the best run of each size so far. */
  readonly growthAt: (size: number) => Growth;
};

function stopwatch(run: Grower["run"], member: Member): Stopwatch {
  const best = new Map<number, RunReply>();
  const bestAt = (size: number): RunReply => {
    const reply = best.get(size);
    if (reply === undefined) throw new Error(`size ${size} was not measured`);
    return reply;
  };
  return {
    async measure(...sizes) {
      for (const size of sizes) {
        const reply = await run({ ...member, size });
        const known = best.get(size);
        if (known === undefined || reply.cpuMs < known.cpuMs) best.set(size, reply);
      }
    },
    growthAt(size) {
      const twice = bestAt(2 * size);
      const tinyMs = bestAt(tinySize).cpuMs;
      const [onceMs, twiceMs] = [bestAt(size).cpuMs - tinyMs, twice.cpuMs - tinyMs];
      return { ...member, size, onceMs, twiceMs, ratio: twiceMs / Math.max(onceMs, 1), twice };
    },
  };
}

/** Doubles the log until its time can be measured, and a few times more while that time looks steep. */
async function measured({ measure, growthAt }: Stopwatch, { first, most, mostMb = 16 }: Sizes): Promise<Growth> {
  let steepSizes = 0;
  await measure(tinySize, first, tinySize);
  for (let size = first; ; size *= 2) {
    await measure(2 * size);
    // Once more now that the code is compiled: a slow first run would hide a steep growth.
    if (isMeasured(growthAt(size))) await measure(tinySize, size);
    for (let round = 1; round < believedRounds && isTooSteep(growthAt(size)); round++)
      await measure(tinySize, 2 * size, size);
    const growth = growthAt(size);
    if (isTooSteep(growth)) {
      steepSizes += 1;
      if (steepSizes === believedSizes || growth.twiceMs > decisiveMs) return growth;
    } else if (isMeasured(growth) || growth.twice.sizeMb >= mostMb || 4 * size > most) return growth;
  }
}
