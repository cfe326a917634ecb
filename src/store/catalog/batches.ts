// Files to read -> their batches as they come: made in this thread for little, in threads beside it while it inserts for much.
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type Batch, batchWriter } from "./batch.ts";
import { type ReadOrder, readJob } from "./read-job.ts";

/** Starting a thread takes as long as reading this much. */
const threadBytes = 8 * 1024 * 1024;
/** Reading takes about twice as long as inserting: two keep the inserter busy. */
const mostReaders = 2;

export type Amount = {
  readonly pendingBytes: number;
  /** Text of one transaction; as much as is good for the index when not said. */
  readonly batchBytes?: number | undefined;
};

export async function* batchesOf(orders: readonly ReadOrder[], amount: Amount): AsyncGenerator<Batch, void, undefined> {
  const readers = Math.min(mostReaders, availableParallelism(), orders.length);
  const task = { orders, batchBytes: amount.batchBytes };
  if (amount.pendingBytes < threadBytes || readers < 2) yield* readBatches(orders, amount.batchBytes);
  else yield* threadBatches(task, readers);
}

export function* readBatches(orders: Iterable<ReadOrder>, batchBytes?: number): Generator<Batch, void, undefined> {
  const writer = batchWriter(batchBytes);
  for (const order of orders) {
    for (const _full of readJob(order, writer)) yield writer.take();
    if (writer.isFull()) yield writer.take();
  }
  const last = writer.take();
  if (last.files.length > 0 || last.failed.length > 0) yield last;
}

/** What a thread is told: all the files, and a count in shared memory of those that some thread has begun. */
export type ReaderTask = {
  readonly orders: readonly ReadOrder[];
  readonly batchBytes: number | undefined;
  readonly begun: Int32Array;
};
/** What it says: a batch, or that all is read. */
export type ReaderMessage = { readonly batch: Batch } | { readonly done: true };

async function* threadBatches(
  task: Omit<ReaderTask, "begun">,
  readers: number,
): AsyncGenerator<Batch, void, undefined> {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const arrived: { readonly message: ReaderMessage; readonly worker: Worker }[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const workers = Array.from({ length: readers }, () => {
    const worker = startReader({ ...task, begun });
    worker.on("message", (message: ReaderMessage) => {
      arrived.push({ message, worker });
      wake();
    });
    worker.on("error", (error: unknown) => {
      failure = { error };
      wake();
    });
    return worker;
  });
  try {
    for (let open = readers; open > 0;) {
      if (failure !== undefined) throw failure.error;
      const next = arrived.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ("done" in next.message) open -= 1;
      else {
        // It may hand over the next one while this one is worked on.
        next.worker.postMessage("taken");
        yield next.message.batch;
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function startReader(task: ReaderTask): Worker {
  return new Worker(new URL(`./reader-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    // Lines are parsed and dropped: a small young generation is enough, and the process stays small.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
}
