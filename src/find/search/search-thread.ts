// A thread of the search: waits for its order, takes files from the shared list until none is left, and says what it found.
import { parentPort } from "node:worker_threads";
import { type ScanMessage, isScanOrder, scanFiles } from "./scan-files.ts";

const say = (message: ScanMessage): void => parentPort?.postMessage(message);

parentPort?.once("message", (order: unknown) => {
  if (!isScanOrder(order)) throw new Error("a thread of the search was given no work");
  scanFiles(order, say);
  say({ kind: "end" });
});
