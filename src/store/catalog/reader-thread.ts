// A thread of its own: files to read -> their batches, handed over one at a time; never touches the database.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type ReaderMessage, type ReaderTask, readBatches } from "./batches.ts";
import type { ReadOrder } from "./read-job.ts";

const port = parentPort;
const task: unknown = workerData;

/** Only our own code starts this file, with a task that it made. */
function isTask(value: unknown): value is ReaderTask {
  return typeof value === "object" && value !== null && "orders" in value && "begun" in value;
}

/** Whoever is free takes the next file. */
function* nextOrders({ orders, begun }: ReaderTask): Generator<ReadOrder, void, undefined> {
  for (;;) {
    const order = orders[Atomics.add(begun, 0, 1)];
    if (order === undefined) return;
    yield order;
  }
}

async function readAll(from: MessagePort, work: ReaderTask): Promise<void> {
  let isTaken = true;
  let wake: () => void = () => undefined;
  from.on("message", () => {
    isTaken = true;
    wake();
  });
  for (const batch of readBatches(nextOrders(work), work.batchBytes)) {
    while (!isTaken)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    isTaken = false;
    const message: ReaderMessage = { batch };
    from.postMessage(message, [batch.parts.buffer, batch.texts.buffer]);
    // Lets what was said to us meanwhile arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const done: ReaderMessage = { done: true };
  from.postMessage(done);
  from.close();
}

if (port !== null && isTask(task)) void readAll(port, task);
