// A process id -> whether that very process still runs, told by when it started; nothing is ever sent to a process.
import { readFileSync, readlinkSync } from "node:fs";
import { platform } from "node:os";
import process from "node:process";
import { systemCode } from "./world-error.ts";

/** A process that is there. `start` is undefined where the system does not tell it. */
export type Running = { readonly start: string | undefined; readonly startedMs: number | undefined };

export type Processes = {
  readonly ownPid: number;
  /** Absent where the system has no user ids. */
  readonly ownUid?: number;
  readonly running: (pid: number) => Running | undefined;
  /** Where process ids mean the same; undefined where there is but one such place. */
  readonly domain: () => string | undefined;
};

/** On Linux `/proc` tells all; elsewhere only whether there is a process of that id. */
export function nodeProcesses(system: string = platform()): Processes {
  const ownUid = process.geteuid?.();
  const own = { ownPid: process.pid, ...(ownUid !== undefined && { ownUid }) };
  return system === "linux"
    ? { ...own, running: runningOnLinux, domain: linuxDomain }
    : { ...own, running: runningElsewhere, domain: () => undefined };
}

/** Who does something: enough to tell later whether they still do. */
export type Owner = { readonly pid: number; readonly start: string | undefined; readonly domain: string | undefined };

export function ownOwner(processes: Processes): Owner {
  const pid = processes.ownPid;
  return { pid, start: processes.running(pid)?.start, domain: processes.domain() };
}

export function isGone(owner: Owner, processes: Processes): boolean | "not-known" {
  if (owner.domain !== processes.domain()) return "not-known";
  const running = processes.running(owner.pid);
  if (running === undefined) return true;
  return owner.start !== undefined && running.start !== undefined && owner.start !== running.start;
}

/** A tick of the clock that `/proc` counts in is a hundredth of a second on every Linux that Node runs on. */
const tickMs = 10;
/** Counted from the name's closing bracket: the name itself may hold blanks and brackets. */
const stateField = 0;
const startField = 19;

function runningOnLinux(pid: number): Running | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // What has ended and only waits to be counted by its parent runs no more.
  if (fields[stateField] === "Z" || fields[stateField] === "X") return undefined;
  const start = fields[startField];
  const bootSeconds = /^btime (\d+)$/m.exec(textOf("/proc/stat") ?? "")?.[1];
  const startedMs =
    start === undefined || bootSeconds === undefined ? undefined : Number(bootSeconds) * 1000 + Number(start) * tickMs;
  return { start, startedMs };
}

/** As the client writes it into its registry: the machine, and the namespace of process ids. */
function linuxDomain(): string | undefined {
  try {
    const machine = textOf("/etc/machine-id")?.trim() ?? "";
    return `linux:${machine}:${readlinkSync("/proc/self/ns/pid")}`;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function runningElsewhere(pid: number): Running | undefined {
  try {
    // Signal 0 only asks.
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === "ESRCH") return undefined;
    if (systemCode(error) !== "EPERM") throw error;
  }
  return { start: undefined, startedMs: undefined };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
