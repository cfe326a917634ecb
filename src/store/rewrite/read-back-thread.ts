// A thread of its own: a file that grows -> what is compared of it, told once; never writes.
import { workerData } from "node:worker_threads";
import { type ReadBackTask, readBack, toldAt } from "./read-back.ts";

const task: unknown = workerData;

/** Only our own code starts this file, with a task that it made. */
function isTask(value: unknown): value is ReadBackTask {
  return typeof value === "object" && value !== null && "shared" in value && "port" in value && "briefs" in value;
}

function tell(given: ReadBackTask): void {
  const { shared, port } = given;
  try {
    port.postMessage(readBack(given));
  } finally {
    // Without an answer, whoever waits reads the file itself.
    Atomics.store(shared, toldAt, 1n);
    Atomics.notify(shared, toldAt);
    port.close();
  }
}

if (isTask(task)) tell(task);
