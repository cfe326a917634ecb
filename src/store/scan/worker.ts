// A thread: files from the shared cursor -> their digests, packed, by and by; it ends when no file is left.
import { workerData } from "node:worker_threads";
import { packDigest } from "../../graph/index.ts";
import { useModule } from "./kernel.ts";
import { type Task, type ThreadAnswer, type ThreadLog, isTask } from "./thread.ts";
import { scanFiles } from "./scan-files.ts";

/** Large enough that sending costs nothing, small enough that little waits to be sent. */
const batchBytes = 1024 * 1024;

function work({ module, port, ...files }: Task): void {
  useModule(module);
  let logs: ThreadLog[] = [];
  let bytes = 0;

  function send(answer: ThreadAnswer): void {
    const buffers = answer.logs.map(({ packed }) => packed.buffer);
    port.postMessage(answer, buffers);
    logs = [];
    bytes = 0;
  }

  scanFiles(files, {
    onLog(index, { digest, sizeBytes, modifiedMs }) {
      const packed = packDigest(digest);
      logs.push({ index, packed, sizeBytes, modifiedMs });
      bytes += packed.length;
      if (bytes >= batchBytes) send({ logs, failed: [], isLast: false });
    },
    onFailure: (index, { error: { code, message, hint } }) =>
      send({ logs, failed: [{ index, code, message, hint }], isLast: false }),
  });
  send({ logs, failed: [], isLast: true });
  port.close();
}

const task: unknown = workerData;
if (isTask(task)) work(task);
