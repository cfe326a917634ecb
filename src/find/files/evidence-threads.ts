// Nothing -> a thread that helps to read evidence, started ahead or when there is much to do; it holds no process open.
import { extname } from "node:path";
import process from "node:process";
import type { Answer, GatherWork, ReplayWork } from "./evidence-work.ts";

export type EvidenceThread = {
  readonly give: (work: GatherWork | ReplayWork) => void;
  /** What has come so far, without waiting. */
  readonly poll: (take: (answer: Answer) => void) => void;
  /** What comes until `isDone` says that it is all. */
  readonly until: (isDone: () => boolean, take: (answer: Answer) => void) => Promise<void>;
  readonly close: () => void;
};

export function startEvidenceThread(): EvidenceThread {
  // Loaded when it is needed: mostly the index has the answer.
  const { MessageChannel, Worker, receiveMessageOnPort } = process.getBuiltinModule("node:worker_threads");
  const { port1: ours, port2: port } = new MessageChannel();
  // Beside this file, compiled or not.
  const worker = new Worker(new URL(`./evidence-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { port },
    transferList: [port],
    // Lines are parsed and dropped: a small young generation is enough, and the process stays small.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  worker.unref();
  const ended = new Promise<never>((_, reject) => {
    worker.once("error", (error: unknown) => reject(new Error("a thread failed", { cause: error })));
    worker.once("exit", () => reject(new Error("a thread ended early")));
  });
  // Heard when somebody waits for it.
  ended.catch(() => undefined);

  function poll(take: (answer: Answer) => void): void {
    for (let next = receiveMessageOnPort(ours); next !== undefined; next = receiveMessageOnPort(ours))
      take(answerIn(next.message));
  }

  return {
    give: (work) => ours.postMessage(work),
    poll,
    async until(isDone, take) {
      poll(take);
      if (isDone()) return;
      worker.ref();
      const waiting = new Promise<void>((resolve) => {
        ours.on("message", (message: unknown) => {
          take(answerIn(message));
          if (isDone()) resolve();
        });
      });
      try {
        await Promise.race([waiting, ended]);
      } finally {
        ours.removeAllListeners("message");
        worker.unref();
      }
    },
    close: () => ours.close(),
  };
}

function answerIn(message: unknown): Answer {
  if (!isAnswer(message)) throw new Error("a thread gave no answer");
  return message;
}

/** Only our own thread sends on that port. */
function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "kind" in value;
}
