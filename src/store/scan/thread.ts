// Work for another thread -> what it gives back by and by; shapes that both sides agree on, and the thread's start and end.
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { WorldErrorCode } from "../world-error.ts";
import { builtPath } from "./kernel.ts";
import type { SharedWork } from "./scan-files.ts";

export type Task = SharedWork & { readonly module: WebAssembly.Module; readonly port: MessagePort };
export type ThreadLog = {
  readonly index: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
};
/** An error as it travels: its class stays behind. */
export type ThreadFailure = {
  readonly index: number;
  readonly code: WorldErrorCode;
  readonly message: string;
  readonly hint: string;
};
export type ThreadAnswer = {
  readonly logs: readonly ThreadLog[];
  readonly failed: readonly ThreadFailure[];
  readonly isLast: boolean;
};

export type Thread = {
  /** Takes what has come so far, without waiting. */
  readonly poll: () => void;
  /** Takes the rest as it comes. */
  readonly done: () => Promise<void>;
};

export function isTask(value: unknown): value is Task {
  return typeof value === "object" && value !== null && "module" in value && "paths" in value && "port" in value;
}

function isAnswer(value: unknown): value is ThreadAnswer {
  return typeof value === "object" && value !== null && "logs" in value && "isLast" in value;
}

export function startThread(work: Omit<Task, "port">, onAnswer: (answer: ThreadAnswer) => void): Thread {
  const { port1: ours, port2: port } = new MessageChannel();
  const worker = new Worker(builtPath("store/scan/worker.js"), { workerData: { ...work, port }, transferList: [port] });
  let isDone = false;
  let failure: unknown;
  worker.once("error", (error) => (failure = error));
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));

  function take(message: unknown): void {
    if (!isAnswer(message)) throw new Error("a scan thread gave no answer");
    isDone = message.isLast;
    onAnswer(message);
  }

  function poll(): void {
    for (let next = receiveMessageOnPort(ours); next !== undefined; next = receiveMessageOnPort(ours)) take(next.message);
  }

  return {
    poll,
    async done() {
      poll();
      const rest = new Promise<void>((resolve, reject) => {
        ours.on("message", (message: unknown) => {
          try {
            take(message);
            if (isDone) resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
      if (!isDone) await Promise.race([rest, ended]);
      poll();
      ours.close();
      if (failure !== undefined) throw failure;
      if (!isDone) throw new Error("a scan thread ended early");
      // Its code and memory are of no more use: nothing waits for it to leave.
      worker.unref();
    },
  };
}
