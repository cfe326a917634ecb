// Work for another thread -> what it gives back by and by; shapes that both sides agree on, and the thread's start and end.
import { extname } from "node:path";
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { Digest } from "../../graph/index.ts";
import type { WorldErrorCode } from "../world-error.ts";
import type { SharedWork } from "./scan-files.ts";
import type { WasmModule } from "./wasm.ts";

/** How the engine compiles code of ours from when the thread is up: what Node brings is taken as it was compiled before. */
export type Compiling = "lightly" | "as-usual";
/** The files follow on the port: a thread starts while they are still being looked up. */
export type Task = { readonly module: WasmModule; readonly port: MessagePort; readonly compiling: Compiling };
export type ThreadLog = {
  readonly index: number;
  /** Without its columns, which are in the slab. */
  readonly digest: Digest;
  /** Where its tables begin in the slab. */
  readonly base: number;
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
  readonly slab: ArrayBuffer;
  readonly failed: readonly ThreadFailure[];
  readonly isLast: boolean;
};

export type Thread = {
  readonly give: (work: SharedWork, onAnswer: (answer: ThreadAnswer) => void) => void;
  /** Takes what has come so far, without waiting. */
  readonly poll: () => void;
  /** Takes the rest as it comes. */
  readonly done: () => Promise<void>;
};

export function isTask(value: unknown): value is Task {
  return typeof value === "object" && value !== null && "module" in value && "port" in value;
}

export function isWork(value: unknown): value is SharedWork {
  return typeof value === "object" && value !== null && "paths" in value && "shared" in value;
}

function isAnswer(value: unknown): value is ThreadAnswer {
  return typeof value === "object" && value !== null && "logs" in value && "isLast" in value;
}

export function startThread(module: WasmModule, compiling: Compiling): Thread {
  const { port1: ours, port2: port } = new MessageChannel();
  const task: Task = { module, port, compiling };
  // Beside this file, compiled or not.
  const script = new URL(`./scan-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(script, { workerData: task, transferList: [port] });
  let isDone = false;
  let onAnswer: (answer: ThreadAnswer) => void = () => undefined;
  // One that gets no work keeps nobody waiting.
  worker.unref();
  // Heard from the start, told when our own share is done.
  const ended = new Promise<Error>((resolve) => {
    worker.once("error", (error: unknown) => resolve(new Error("a scan thread failed", { cause: error })));
    worker.once("exit", () => resolve(new Error("a scan thread ended early")));
  });

  function take(message: unknown): void {
    if (!isAnswer(message)) throw new Error("a scan thread gave no answer");
    isDone = message.isLast;
    onAnswer(message);
  }

  function poll(): void {
    for (let next = receiveMessageOnPort(ours); next !== undefined; next = receiveMessageOnPort(ours))
      take(next.message);
  }

  return {
    give(work, use) {
      onAnswer = use;
      worker.ref();
      ours.postMessage(work);
    },
    poll,
    async done() {
      poll();
      const waiting = new Promise<undefined>((resolve) => {
        const wake = (message: unknown): void => {
          take(message);
          if (isDone) resolve(undefined);
        };
        if (isDone) resolve(undefined);
        else ours.on("message", wake);
      });
      const failure = await Promise.race([waiting, ended]);
      poll();
      ours.close();
      if (failure !== undefined && !isDone) throw failure;
      // Nothing waits for it to leave.
      worker.unref();
    },
  };
}
