// A lane's name -> a process that answers its questions, with as much memory as its work may take; it ends when we do.
import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { LaneName, LaneProcess } from "../../serve/index.ts";
import { WorldError } from "../../store/index.ts";
import { compiledElsewhere } from "../compile-cache.ts";
import type { Environment } from "../io.ts";
import type { LaneSettings } from "./lane-io.ts";

/** Of what stays: the layouts of long sessions, the histories of all files. */
const heapMb: Readonly<Record<LaneName, number>> = {
  read: 1024,
  list: 512,
  look: 1024,
  search: 1024,
  count: 1536,
  index: 512,
  act: 1024,
};

/** Work over all logs uses what the others leave: whoever reads a page waits for them. */
const nice: Readonly<Record<LaneName, number>> = { read: 0, list: 0, look: 0, search: 0, count: 5, index: 10, act: 0 };

export function startLane(settings: LaneSettings, lane: LaneName, environment: Environment): LaneProcess {
  // Beside this file, compiled or not.
  const script = fileURLToPath(new URL(`./lane-thread${extname(import.meta.url)}`, import.meta.url));
  const child = fork(script, [JSON.stringify(settings)], {
    // Lines are parsed and dropped: a small young generation is enough, and the process stays small.
    execArgv: ["--max-semi-space-size=8", `--max-old-space-size=${heapMb[lane]}`],
    env: { ...environment, ...compiledElsewhere() },
    serialization: "advanced",
    // Its internal errors come through the one output function too, see `reportCrashes`.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  if (child.pid !== undefined && nice[lane] > 0) setPriority(child.pid, nice[lane]);
  const ended = new Promise<unknown>((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(laneEnd(signal ?? code ?? 0)));
  });
  return {
    // What was asked of one that is just ending is told by its end.
    send: (asked) => void child.send(asked, () => undefined),
    onSaid: (take) => void child.on("message", take),
    onEnd: (call) => void ended.then(call),
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** So Node ends when it has no memory left. */
const outOfMemory: ReadonlySet<string | number> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", 134]);

/** Told to whoever still waited. */
export function laneEnd(how: string | number): WorldError {
  const cause = new Error(`a lane ended with ${how}`);
  return outOfMemory.has(how)
    ? new WorldError("failed", "it took more than the daemon gives to it", { hint: "ask for less", cause })
    : new WorldError("failed", `the process that was to answer ended with ${how}`, { hint: "try again", cause });
}
