// Questions -> answers of one process, which is started when there is something to ask and let go when there is nothing.
import { WorldError } from "../../store/index.ts";
import { type Answer, type Asked, type Question, type Said, isSaid } from "./question.ts";

export type Progress = (doneBytes: number, totalBytes: number) => void;

export type Lane = {
  readonly ask: (question: Question, onProgress?: Progress) => Promise<Answer>;
  /** Soon something will be asked. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

type Open = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: Progress | undefined;
};

/** Another process that answers: what it reads and keeps is not in ours, and when it fails, ours goes on. */
export type LaneProcess = {
  readonly send: (asked: Asked) => void;
  readonly onSaid: (take: (said: unknown) => void) => void;
  /** Called once, however it ended; a cause that can be told is a `WorldError`. */
  readonly onEnd: (call: (cause: unknown) => void) => void;
  readonly end: () => Promise<void>;
};

export type LaneOptions = {
  readonly start: () => LaneProcess;
  /** A process that was not asked for so long is ended: it takes its memory along. */
  readonly idleMs: number;
};

const mostOpen = 256;

export function lane({ start, idleMs }: LaneOptions): Lane {
  const open = new Map<number, Open>();
  let worker: LaneProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let next = 0;

  function running(): LaneProcess {
    if (worker !== undefined) return worker;
    const started = start();
    worker = started;
    started.onSaid((said) => {
      if (!isSaid(said)) throw new Error("a lane said something else than an answer");
      hear(said);
    });
    started.onEnd((cause) => lose(started, cause));
    return started;
  }

  function hear(said: Said): void {
    const one = open.get(said.id);
    if ("progress" in said) return one?.onProgress?.(said.progress.doneBytes, said.progress.totalBytes);
    open.delete(said.id);
    one?.resolve(said.answer);
    if (open.size === 0) rest();
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    clearTimeout(idle);
    await ending?.end();
  }

  /** One that fails takes its open questions with it; the next question starts another. */
  function lose(lost: LaneProcess, cause: unknown): void {
    if (worker === lost) worker = undefined;
    if (worker !== undefined) return;
    const why =
      cause instanceof WorldError
        ? cause
        : new WorldError("failed", "the process that was to answer could not", { hint: "try again", cause });
    const waiting = [...open.values()];
    open.clear();
    for (const { reject } of waiting) reject(why);
  }

  return {
    async ask(question, onProgress) {
      if (open.size >= mostOpen)
        throw new WorldError("failed", "too many questions at once", { hint: "wait a little" });
      clearTimeout(idle);
      const process = running();
      const id = (next += 1);
      return await new Promise((resolve, reject) => {
        open.set(id, { resolve, reject, onProgress });
        const asked: Asked = { id, question };
        process.send(asked);
      });
    },
    start() {
      running();
      if (open.size === 0) rest();
    },
    close: end,
  };
}
