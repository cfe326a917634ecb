// A script that writes, and a moment -> whether it was done when it was killed, or how long it takes when it is not.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export type ChildRun = { readonly isDone: boolean; readonly tookMs: number };

/** From its first word on; it says "done" at its end. */
export async function runChild(args: readonly string[], killAfterMs?: number): Promise<ChildRun> {
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  worker.stdout.on("data", (data: Buffer) => said.push(data.toString()));
  worker.stderr.on("data", (data: Buffer) => said.push(data.toString()));
  const gone = once(worker, "close");
  await once(worker.stdout, "data");
  const begunMs = performance.now();
  if (killAfterMs !== undefined) {
    await sleep(killAfterMs);
    worker.kill("SIGKILL");
  }
  await gone;
  const isDone = said.join("").includes("done");
  if (killAfterMs === undefined && !isDone) throw new Error(`${args.join(" ")}: ${said.join("")}`);
  return { isDone, tookMs: performance.now() - begunMs };
}
