// A lane with trial workers and short limits, and what became of them; all are ended after the file's tests.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { parsedObject } from "../../src/format/index.ts";
import { nodeClock } from "../../src/live/index.ts";
import { type AskOptions, type Lane, lane } from "../../src/serve/lane/lane.ts";
import { type LaneLimits, laneLimits } from "../../src/serve/lane/limits.ts";
import type { LaneProcess } from "../../src/serve/lane/worker.ts";

export type TrialLane = {
  readonly lane: Lane;
  /** The answer's key, or the code of the error. */
  readonly ask: (about: string, args?: Readonly<Record<string, string>>, options?: AskOptions) => Promise<string>;
  /** Of the worker that answers now. */
  readonly pid: () => Promise<number>;
  readonly started: () => number;
  readonly running: () => number;
};

const script = fileURLToPath(new URL("./trial-worker.ts", import.meta.url));

/** A question waits only shortly for another worker; every other limit is longer than any test. */
export const patientLimits: LaneLimits = {
  ...laneLimits.read,
  stallMs: 200,
  blockedMs: 600_000,
  deadlineMs: 600_000,
  abandonedMs: 600_000,
};

export function trialProcess(mode = "", heapMb = 64): LaneProcess & { readonly pid: number } {
  const child = fork(script, [mode], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<unknown>((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  return {
    pid: child.pid ?? 0,
    send: (asked) => void child.send(asked, () => undefined),
    onSaid: (take) => void child.on("message", take),
    onEnd: (call) => void ended.then(call),
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export function trialLane(limits: Partial<LaneLimits> = {}, mode = ""): TrialLane {
  let started = 0;
  const running = new Set<number>();
  const one = lane({
    start() {
      started += 1;
      const process = trialProcess(mode);
      running.add(process.pid);
      process.onEnd(() => running.delete(process.pid));
      return process;
    },
    idleMs: 60_000,
    limits: { ...patientLimits, ...limits },
    monotonicMs: nodeClock.monotonicMs,
  });
  afterAll(async () => await one.close());
  const told = async (about: string, args = {}, options: AskOptions = {}) => {
    const { body } = await one.ask({ about, args, nowMs: 0 }, options);
    return parsedObject(new TextDecoder().decode(body)) ?? {};
  };
  return {
    lane: one,
    ask: async (about, args, options) =>
      await told(about, args, options).then(
        ({ key }) => (typeof key === "string" ? key : "answered"),
        (error: unknown) =>
          error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error),
      ),
    pid: async () => Number((await told("answer"))["pid"]),
    started: () => started,
    running: () => running.size,
  };
}
