// A kind of fault and a seed -> the command run with that fault, and whether the fault took effect.
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../catalog/random.ts";
import type { Lane } from "./scene.ts";
import { type Ended, type Point, runClew, runTraced } from "./traced.ts";

export const faultKinds = {
  kill: 46,
  "failed call": 20,
  "full from here": 8,
  "read-only from here": 6,
  "full disk": 5,
  "read-only disk": 2,
  "file size limit": 4,
  "open files limit": 5,
  "small heap": 4,
} as const;
export type FaultKind = keyof typeof faultKinds;

export type Faulted = {
  readonly ended: Ended;
  readonly hasTakenEffect: boolean;
  /** Which fault it was exactly, for the report of a failure. */
  readonly told: string;
};

export type FaultJob = {
  readonly lane: Lane;
  readonly args: readonly string[];
  readonly points: readonly Point[];
  readonly random: Random;
};

/** Only root may mount. */
export const canMount = (): boolean => {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]);
  return status === 0;
};

const codes: Readonly<Record<string, readonly string[]>> = {
  openat: ["EMFILE", "EIO", "EACCES"],
  write: ["ENOSPC", "EIO", "EDQUOT"],
  pwrite64: ["ENOSPC", "EIO"],
  mkdir: ["ENOSPC", "EROFS", "EIO"],
  link: ["ENOSPC", "EROFS", "EIO"],
  rename: ["ENOSPC", "EROFS", "EIO"],
  fsync: ["EIO", "ENOSPC"],
  fdatasync: ["EIO"],
};
const otherCodes = ["EIO", "EROFS", "EACCES"];
/** Without `write`: strace cannot spare the output and the threads. A disk that is really full fails there. */
const spaceCalls = ["pwrite64", "mkdir", "link", "fsync", "ftruncate"];
const changingCalls = ["mkdir", "link", "rename", "unlink", "rmdir", "chmod", "utimensat"];

export function runFaulted(kind: FaultKind, job: FaultJob): Promise<Faulted> {
  switch (kind) {
    case "kill":
      return killed(job);
    case "failed call":
      return failedOnce(job);
    case "full from here":
      return failedOnwards(job, spaceCalls, "ENOSPC");
    case "read-only from here":
      return failedOnwards(job, changingCalls, "EROFS");
    case "full disk":
      return onFullDisk(job);
    case "read-only disk":
      return onReadOnlyDisk(job);
    case "file size limit":
      return limited(job, `ulimit -f ${job.random.below(12)}`);
    case "open files limit":
      return limited(job, `ulimit -n ${16 + job.random.below(14)}`);
    case "small heap":
      return inSmallHeap(job);
  }
}

export function picked<T>(random: Random, all: readonly T[]): T {
  const one = all[random.below(all.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

async function killed({ lane, args, points, random }: FaultJob): Promise<Faulted> {
  const { call, nth } = picked(random, points);
  const ended = await runTraced({ run: lane.run, args }, [`${call}:signal=KILL:when=${nth}`]);
  return { ended, hasTakenEffect: ended.log.includes("+++ killed by SIGKILL +++"), told: `kill at ${call} ${nth}` };
}

async function failedOnce({ lane, args, points, random }: FaultJob): Promise<Faulted> {
  const { call, nth } = picked(
    random,
    points.filter(({ isOnFiles }) => isOnFiles),
  );
  const code = picked(random, codes[call] ?? otherCodes);
  const ended = await runTraced({ run: lane.run, args }, [`${call}:error=${code}:when=${nth}`]);
  return { ended, hasTakenEffect: ended.log.includes("(INJECTED)"), told: `${code} at ${call} ${nth}` };
}

/** strace counts each call for itself: at one moment every call has its own number. */
async function failedOnwards(job: FaultJob, calls: readonly string[], code: string): Promise<Faulted> {
  const { lane, args, points, random } = job;
  const from = random.below(points.length);
  const injections = calls.flatMap((call) => {
    const first = points.slice(from).find((point) => point.call === call);
    return first === undefined ? [] : [`${call}:error=${code}:when=${first.nth}+`];
  });
  const ended = await runTraced({ run: lane.run, args }, injections);
  return { ended, hasTakenEffect: ended.log.includes("(INJECTED)"), told: `${code} from call ${from} on` };
}

async function limited({ lane, args }: FaultJob, limit: string): Promise<Faulted> {
  const ended = await runClew({ run: lane.run, args, before: ["bash", "-c", `${limit}; exec "$@"`, "bash"] });
  return { ended, hasTakenEffect: ended.code !== 0, told: limit };
}

async function inSmallHeap({ lane, args, random }: FaultJob): Promise<Faulted> {
  const flags = [`--max-old-space-size=${2 + random.below(5)}`, "--max-semi-space-size=1"];
  const ended = await runClew({ run: lane.run, args, nodeFlags: flags });
  return { ended, hasTakenEffect: ended.code !== 0, told: flags.join(" ") };
}

const system = (program: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr.toString()}`);
};

/** Moved aside, mounted over, copied in: the paths stay what they were. */
async function onFullDisk({ lane, args, random }: FaultJob): Promise<Faulted> {
  const { run } = lane;
  const aside = `${run}.aside`;
  const freeBytes = random.below(24) * 4096;
  renameSync(run, aside);
  mkdirSync(run);
  system("mount", "-t", "tmpfs", "-o", "size=8m", "none", run);
  try {
    system("cp", "-a", `${aside}/.`, run);
    fill(run, freeBytes);
    const ended = await runClew({ run, args });
    rmSync(join(run, "filler"));
    rmSync(aside, { recursive: true });
    system("cp", "-a", run, aside);
    const hasTakenEffect = ended.code !== 0 && /full|space|ENOSPC/.test(ended.errors);
    return { ended, hasTakenEffect, told: `${freeBytes} bytes free` };
  } finally {
    system("umount", run);
    rmSync(run, { recursive: true, force: true });
    renameSync(aside, run);
  }
}

function fill(run: string, freeBytes: number): void {
  const path = join(run, "filler");
  const { stdout } = spawnSync("df", ["--output=avail", "-B1", run]);
  const available = Number(stdout.toString().split("\n")[1]);
  writeFileSync(path, Buffer.alloc(Math.max(0, available - freeBytes)));
}

async function onReadOnlyDisk({ lane, args, random }: FaultJob): Promise<Faulted> {
  const part = picked(random, [lane.run, join(lane.run, "home"), join(lane.run, "data")]);
  system("mount", "--bind", part, part);
  try {
    system("mount", "-o", "remount,bind,ro", part);
    const ended = await runClew({ run: lane.run, args });
    return { ended, hasTakenEffect: ended.code !== 0, told: `${part} is read-only` };
  } finally {
    system("umount", part);
  }
}
