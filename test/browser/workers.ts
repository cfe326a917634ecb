// A daemon's process id -> its worker processes, killed so that new ones have to take over.
import { execFileSync } from "node:child_process";
import process from "node:process";

/** Returns how many there were. */
export function killWorkers(daemonPid: number): number {
  const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const workers = listed.split("\n").flatMap((line) => {
    const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === daemonPid && args.includes("lane-thread") ? [Number(pid)] : [];
  });
  for (const pid of workers) process.kill(pid, "SIGKILL");
  return workers.length;
}
