// A thread: files from the shared cursor -> what their digests say and copies of their tables, by and by.
import { type MessagePort, workerData } from "node:worker_threads";
import { digester } from "../../graph/index.ts";
import { compileLightly } from "../light-compiling.ts";
import { useModule } from "./kernel.ts";
import { type SharedWork, scanFiles } from "./scan-files.ts";
import { shelf } from "./tables.ts";
import { type Task, type ThreadAnswer, type ThreadLog, isTask, isWork } from "./thread.ts";

/** Large enough that sending costs nothing, small enough that little waits to be sent. */
const batchBytes = 1024 * 1024;

function scan(port: MessagePort, files: SharedWork): void {
  let logs: ThreadLog[] = [];
  let base = 0;
  const copies = shelf(batchBytes, () => send([], { isLast: false }));
  /** The columns travel as tables: here they stay empty. */
  const empty = digester().digest(0);

  function send(failed: ThreadAnswer["failed"], { isLast }: Pick<ThreadAnswer, "isLast">): void {
    const { buffer: slab } = copies.take().bytes;
    const answer: ThreadAnswer = { logs, slab, failed, isLast };
    port.postMessage(answer, [slab]);
    logs = [];
  }

  scanFiles(files, {
    // From the very kernel that read the log: one that grew too large is replaced before the next.
    all(kernel) {
      ({ base } = copies.keep(kernel));
      return empty;
    },
    onLog(index, { digest, sizeBytes, modifiedMs }) {
      logs.push({ index, digest, base, sizeBytes, modifiedMs });
    },
    onFailure: (index, { error: { code, message, hint } }) => send([{ index, code, message, hint }], { isLast: false }),
  });
  send([], { isLast: true });
  port.close();
}

function start({ module, port, compiling }: Task): void {
  if (compiling === "lightly") compileLightly();
  useModule(module);
  port.once("message", (work: unknown) => {
    if (isWork(work)) scan(port, work);
  });
}

const task: unknown = workerData;
if (isTask(task)) start(task);
