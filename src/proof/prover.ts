// A host -> a prover that runs real clients behind closed doors, one job after another, in one worker process.
import { spawn } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { crashText } from "./crash-text.ts";
import { searchPath } from "./host.ts";
import type { Host } from "./host.ts";
import { chooseEnclosure } from "./isolation.ts";
import type { Enclosure, Isolation } from "./isolation.ts";
import { isDone } from "./job.ts";
import type { Done, Task } from "./job.ts";
import { onJsonLines, writeJsonLine } from "./json-lines.ts";
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
  const script = fileURLToPath(new URL(`./worker-thread${extname(import.meta.url)}`, import.meta.url));
  const [program = "", ...args]: readonly string[] = [...command, host.node, script];
  const child = spawn(program, args, { env: { PATH: searchPath(host) }, stdio: "pipe" });
  // Never straight to a terminal: an internal error can hold content of a log.
  const crash = crashText(child.stderr);
  const waiting = new Map<number, Waiting>();
  const giveUp = (error: Error) => {
    child.kill();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code, signal) => {
      giveUp(new Error(`the proof's worker ended with ${code ?? signal}${crash()}`));
      resolve();
    });
  });
  child.once("error", giveUp);
  child.stdin.on("error", giveUp);
  onJsonLines(child.stdout, (value) => {
    if (!isDone(value)) throw new Error("the proof's worker said something else");
    waiting.get(value.id)?.resolve(value);
    waiting.delete(value.id);
  }).catch(giveUp);

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
