// Nothing -> threads that will search: started ahead while other things are done, or when there is work; they hold no process open.
import { extname } from "node:path";
import process from "node:process";
import type { Worker } from "node:worker_threads";
import type { ScanMessage, ScanOrder } from "./scan-files.ts";

export type SearchThreads = {
  /** Ends when the thread has found all that it will. */
  readonly work: (order: ScanOrder, take: (message: ScanMessage) => void) => Promise<void>;
  /** Stops all of them, whatever they do. */
  readonly close: () => Promise<void>;
};

/** `ahead`: how many to start at once. */
export function searchThreads(ahead = 0): SearchThreads {
  const waiting = Array.from({ length: ahead }, startThread);
  const all = [...waiting];
  return {
    work(order, take) {
      const worker = waiting.pop() ?? startThread();
      all.push(worker);
      worker.ref();
      return new Promise((resolve, reject) => {
        worker.on("message", (message: ScanMessage) => {
          if (message.kind !== "end") return take(message);
          worker.unref();
          return resolve();
        });
        worker.once("error", reject);
        worker.postMessage(order);
      });
    },
    async close() {
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}

function startThread(): Worker {
  // Loaded when it is needed: most searches are answered by the index, and start none.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  // Beside this file, compiled or not.
  const worker = new Worker(new URL(`./search-thread${extname(import.meta.url)}`, import.meta.url), {
    // Lines are parsed and dropped: a small young generation is enough, and the process stays small.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  worker.unref();
  return worker;
}
