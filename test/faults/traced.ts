// A command line -> a run under strace: the system calls it makes on the home, or one of them killed or failed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { binary, environment } from "./scene.ts";

/** Calls that change something, or that open what will be changed or read. */
const tracedCalls =
  "openat,write,pwrite64,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,fsync,fdatasync,fchmod,chmod,ftruncate,utimensat";

/** The nth call of this name in the main thread. */
export type Point = {
  readonly call: string;
  readonly nth: number;
  /** Not the output, and not a descriptor by which threads wake each other: no disk fails there. */
  readonly isOnFiles: boolean;
};

export type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
  /** What strace wrote; empty without it. */
  readonly log: string;
};

export const hasStrace = (): boolean => spawnSync("strace", ["-V"]).status === 0;

export type Running = {
  readonly run: string;
  readonly args: readonly string[];
  /** In front of Node: a shell with limits, for instance. */
  readonly before?: readonly string[];
  readonly nodeFlags?: readonly string[];
};

/** A command that hangs is ended, and the trial has failed. */
export const longestMs = 120_000;

export function runClew({ run, args, before = [], nodeFlags = [] }: Running): Promise<Ended> {
  const [program = process.execPath, ...rest] = [...before, process.execPath, ...nodeFlags, binary, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd: run, env: environment(run), stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (data: Buffer) => output.push(data));
    child.stderr.on("data", (data: Buffer) => errors.push(data));
    const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const text = (all: readonly Buffer[]): string => Buffer.concat(all).toString();
      resolve({ code, signal, output: text(output), errors: text(errors), log: "" });
    });
  });
}

export async function runTraced(running: Running, injections: readonly string[]): Promise<Ended> {
  const log = `${running.run}.strace`;
  const inject = injections.flatMap((one) => ["-e", `inject=${one}`]);
  // Much quicker, but then strace sends no signals.
  const filter = injections.some((one) => one.includes("signal=")) ? [] : ["--seccomp-bpf"];
  const before = ["strace", "-f", ...filter, "-o", log, "-e", `trace=${tracedCalls}`, ...inject];
  try {
    const ended = await runClew({ ...running, before });
    return { ...ended, log: existsSync(log) ? readFileSync(log, "utf8") : "" };
  } finally {
    rmSync(log, { force: true });
  }
}

/** All calls of the main thread from the first one that names the home on: those before load the program. */
export function pointsOf(log: string, run: string): readonly Point[] {
  const lines = log.split("\n");
  const main = lines[0]?.split(" ")[0] ?? "";
  const counts = new Map<string, number>();
  const points: Point[] = [];
  const files = new Set<string>();
  let hasBegun = false;
  for (const line of lines) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (call === undefined || thread !== main) continue;
    const nth = (counts.get(call) ?? 0) + 1;
    counts.set(call, nth);
    hasBegun ||= line.includes(run);
    const [, opened] = /^\d+\s+openat\(.* = (\d+)$/.exec(line) ?? [];
    if (opened !== undefined) files.add(opened);
    const [, used] = /^\d+\s+\w+\((\d+)[,)]/.exec(line) ?? [];
    if (hasBegun) points.push({ call, nth, isOnFiles: used === undefined || files.has(used) });
  }
  return points;
}
