// A client, its place and arguments -> how the process ended and what it printed; ends it when told or when time is up.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./install.ts";
import type { Environment, Place } from "./place.ts";
import { endProcessTree } from "./process-tree.ts";

export type ClientRun = {
  readonly client: Client;
  readonly place: Place;
  readonly environment: Environment;
  readonly args: readonly string[];
  readonly stdin?: readonly Input[];
  readonly timeoutMs: number;
  readonly stop?: Stop;
  /** Ends the run, or keeps it from starting, when whoever asked for it has gone away. */
  readonly over: AbortSignal;
};

export type Input = string | { readonly pauseMs: number };

/** Ends the run on purpose: once `due` is settled and `afterMs` have passed. */
export type Stop = { readonly due: Promise<void>; readonly afterMs: number; readonly signal: "SIGKILL" | "SIGINT" };

export type RunEnd = {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
};

export async function runClient(run: ClientRun): Promise<RunEnd> {
  run.over.throwIfAborted();
  const child = spawn(run.client.binary, [...run.args], {
    cwd: run.place.cwd,
    env: run.environment,
    stdio: ["pipe", "pipe", "pipe"],
    // Its own group, so that time-outs reach everything it started.
    detached: true,
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));

  let timedOut = false;
  const end = () => endClient(child);
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, run.timeoutMs);
  run.over.addEventListener("abort", end);
  try {
    const [how] = await Promise.all([untilEnded(child), type(child, run.stdin ?? []), stopWhenDue(child, run.stop)]);
    return { ...how, timedOut, stdout: stdout.join(""), stderr: stderr.join("") };
  } finally {
    run.over.removeEventListener("abort", end);
    clearTimeout(timer);
    end();
  }
}

function endClient(child: ChildProcess): void {
  if (child.pid !== undefined) endProcessTree(child.pid);
}

type End = { readonly exitCode?: number; readonly signal?: string };

function untilEnded(child: ChildProcess): Promise<End> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) });
    });
  });
}

async function type(child: ChildProcess, inputs: readonly Input[]): Promise<void> {
  const { stdin } = child;
  if (stdin === null) return;
  // A client that has ended closes the pipe; how it ended is told by its exit.
  stdin.on("error", () => undefined);
  child.once("exit", () => stdin.destroy());
  for (const input of inputs) {
    if (stdin.destroyed) return;
    if (typeof input === "string") stdin.write(input);
    else await Promise.race([pause(input.pauseMs), new Promise((resolve) => stdin.once("close", resolve))]);
  }
  stdin.end();
}

async function stopWhenDue(child: ChildProcess, stop: Stop | undefined): Promise<void> {
  if (stop === undefined) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([stop.due.then(() => pause(stop.afterMs)), exited]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (stop.signal === "SIGKILL") endClient(child);
  else child.kill(stop.signal);
}
