// A log, a command -> how the command's CPU time grows when the log is twice as large; small times are measured on larger logs.
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { RunReply, RunRequest } from "./growth-worker.ts";

export type Member = Omit<RunRequest, "size">;
export type Growth = Member & {
  readonly size: number;
  readonly ratio: number;
  readonly cpuMs: number;
  readonly twice: RunReply;
};

export type Grower = {
  readonly run: (request: RunRequest) => Promise<RunReply>;
  readonly growthOf: (member: Member, sizes?: Sizes) => Promise<Growth>;
  readonly close: () => void;
};

export type Sizes = { readonly first: number; readonly most: number };

/** What takes the square of its size takes four times as long; garbage and caches make some linear work look like 2.5. */
export const mostRatio = 3;

/** Below this, a time is mostly chance. */
const leastMs = 40;
const defaultSizes: Sizes = { first: 1000, most: 16_000 };

export function startGrower(): Grower {
  const child = fork(join(import.meta.dirname, "growth-worker.ts"), { execArgv: ["--expose-gc"], stdio: "inherit" });
  const run = (request: RunRequest): Promise<RunReply> => answerOf(child, request);
  return {
    run,
    growthOf: (member, sizes = defaultSizes) => measured(run, member, sizes),
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

/** A growth that looks like a square is measured again, and on larger logs, before it is believed. */
async function measured(run: Grower["run"], member: Member, { first, most }: Sizes): Promise<Growth> {
  await run({ ...member, size: first / 4 });
  for (let size = first; ; size *= 2) {
    const growth = await growthAt(run, member, size);
    const isClear = growth.cpuMs >= leastMs && growth.ratio <= mostRatio;
    if (isClear || size * 2 > most) return growth;
  }
}

async function growthAt(run: Grower["run"], member: Member, size: number): Promise<Growth> {
  let cpuMs = Infinity;
  let twice: RunReply | undefined;
  for (let round = 0; round < 3; round++) {
    const once = await run({ ...member, size });
    const next = await run({ ...member, size: 2 * size });
    cpuMs = Math.min(cpuMs, once.cpuMs);
    if (twice === undefined || next.cpuMs < twice.cpuMs) twice = next;
    if (cpuMs < leastMs || twice.cpuMs / cpuMs <= mostRatio) break;
  }
  if (twice === undefined) throw new Error("nothing was measured");
  return { ...member, size, cpuMs, twice, ratio: twice.cpuMs / cpuMs };
}

/** Small times say nothing; what stays below them on the largest log is quick enough. */
export const isTooSteep = ({ cpuMs, ratio }: Growth): boolean => cpuMs >= leastMs && ratio > mostRatio;
