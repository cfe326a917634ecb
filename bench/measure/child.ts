// A program and its arguments -> how it ended, what it said, how long it took and its peak memory; never waits for ever.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type Job = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string | undefined };
  /** Default: throw the output away, so that reading it is not measured. */
  readonly keep?: "stdout";
  readonly timeoutMs?: number;
};

export type Ran = {
  /** undefined: killed, by a signal or by the time limit. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Only where /proc tells it. */
  readonly peakRssMb: number | undefined;
};

const pollMs = 5;

export function runChild(job: Job): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const child = spawn(job.program, job.args, {
      env: job.env ?? process.env,
      stdio: ["ignore", job.keep === undefined ? "ignore" : "pipe", "pipe"],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let peakKb = 0;
    // The kernel keeps the high-water mark itself: a poll may come late, but never misses an earlier peak.
    const poll = setInterval(() => {
      peakKb = Math.max(peakKb, highWaterKb(child.pid));
    }, pollMs);
    const deadline = setTimeout(() => child.kill("SIGKILL"), job.timeoutMs ?? 600_000);
    child.stdout?.on("data", (bytes: Buffer) => stdout.push(bytes));
    child.stderr?.on("data", (bytes: Buffer) => stderr.push(bytes));
    const stop = (): void => {
      clearInterval(poll);
      clearTimeout(deadline);
    };
    child.once("error", (error) => {
      stop();
      reject(error);
    });
    child.once("close", (code) => {
      stop();
      resolve({
        code: code ?? undefined,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
        seconds: (performance.now() - startMs) / 1000,
        peakRssMb: peakKb === 0 ? undefined : peakKb / 1024,
      });
    });
  });
}

function highWaterKb(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch (error) {
    // The process has just ended, or this system has no /proc.
    if (error instanceof Error && "code" in error) return 0;
    throw error;
  }
}
