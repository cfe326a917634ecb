// A host -> a prover that runs real clients behind closed doors, one job after another, in one worker process.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { searchPath } from "./host.ts";
import type { Host } from "./host.ts";
import { chooseEnclosure } from "./isolation.ts";
import type { Enclosure, Isolation } from "./isolation.ts";
import { isDone } from "./job.ts";
import type { Done, Task } from "./job.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";
import type { RecordRequest, RecordResult } from "./record.ts";
import type { ResumeRequest, ResumeResult } from "./resume.ts";

export type Prover = {
  readonly isolation: Isolation;
  readonly resumeSession: (request: ResumeRequest) => Promise<ResumeResult>;
  readonly recordScenario: (request: RecordRequest) => Promise<RecordResult>;
  readonly close: () => Promise<void>;
};

/** The stand-in must live in the client's network, so both run in a worker inside the enclosure. */
export async function startProver(host: Host): Promise<Prover> {
  const enclosure = await chooseEnclosure(host);
  const worker = startWorker(host, enclosure);
  const bench = { host, isolation: enclosure.isolation };
  const ask = (task: Task) => worker.ask({ ...task, bench });
  return {
    isolation: enclosure.isolation,
    resumeSession: async (request) => {
      const done = await ask({ kind: "resume", request });
      if (done.kind === "resume") return done.result;
      throw new Error(failureOf(done));
    },
    recordScenario: async (request) => {
      const done = await ask({ kind: "record", request });
      if (done.kind === "record") return done.result;
      throw new Error(failureOf(done));
    },
    close: worker.close,
  };
}

const failureOf = (done: Done): string =>
  done.kind === "failed" ? `the proof could not be run: ${done.message}` : "the worker answered another question";

type Worker = { readonly ask: (job: object) => Promise<Done>; readonly close: () => Promise<void> };
type Waiting = { readonly resolve: (done: Done) => void; readonly reject: (error: Error) => void };

function startWorker(host: Host, { command }: Enclosure): Worker {
  // Beside this file, compiled or not.
  const script = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const [program = host.node, ...args] = [...command, host.node, script];
  const child = spawn(program, args, { env: { PATH: searchPath(host) }, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, Waiting>();
  const ended = new Promise<void>((resolve) => {
    const end = (why: string) => {
      for (const { reject } of waiting.values()) reject(new Error(`the proof's worker ended: ${why}`));
      waiting.clear();
      resolve();
    };
    child.once("error", (error) => end(error.message));
    child.once("close", (code, signal) => end(`${code ?? signal}`));
  });
  child.stdin.on("error", () => child.kill());
  listen(child, waiting).catch((error: unknown) => child.kill() && reportTo(waiting, error));

  let asked = 0;
  const ask = (job: object) =>
    new Promise<Done>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      writeJsonLine(child.stdin, { id: asked, ...job });
    });
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { ask, close };
}

async function listen(child: ChildProcess, waiting: Map<number, Waiting>): Promise<void> {
  if (child.stdout === null) return;
  for await (const value of readJsonLines(child.stdout)) {
    if (!isDone(value)) throw new Error("the worker said something else");
    waiting.get(value.id)?.resolve(value);
    waiting.delete(value.id);
  }
}

function reportTo(waiting: Map<number, Waiting>, error: unknown): void {
  for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error(String(error)));
  waiting.clear();
}
