// Files and a query -> everything that matches in them, found by this thread and others, or up to a deadline by others alone.
import { setFlagsFromString } from "node:v8";
import { hasRegex } from "../query/query.ts";
import type { Query } from "../query/query.ts";
import type { FoundPart } from "./log-scan.ts";
import { type ScanMessage, type ScanOrder, type ScanTask, scanCursor, scanFiles } from "./scan-files.ts";
import { type SearchThreads, searchThreads } from "./search-threads.ts";

export type ScanThreadsOptions = {
  readonly threads: number;
  /** After this long a search stops where it is; regular expressions always have such an end. */
  readonly deadlineMs: number | undefined;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
  /** Started already, while other things were done. */
  readonly helpers: SearchThreads | undefined;
};

export type Scanned = {
  readonly found: readonly { readonly task: ScanTask; readonly parts: readonly FoundPart[] }[];
  /** Why files could not be searched, one by one. */
  readonly failed: readonly string[];
  /** Lines that are longer than a line may be, and were not searched. */
  readonly tooLong: number;
  /** Files that were searched to their end. */
  readonly done: number;
  readonly isComplete: boolean;
};

/** An expression runs as long as it likes: only another thread can be stopped. */
export const regexDeadlineMs = 10_000;
/** Starting a thread takes as long as searching this much. */
const threadBytes = 48 * 1024 * 1024;

export async function scanThreads(
  tasks: readonly ScanTask[],
  query: Query,
  options: ScanThreadsOptions,
): Promise<Scanned> {
  const order: ScanOrder = { tasks, query, cursor: scanCursor() };
  const gathered = gathering(tasks);
  const started = options.helpers ?? searchThreads();
  const deadlineMs = options.deadlineMs ?? (hasRegex(query) ? regexDeadlineMs : undefined);
  const isComplete =
    deadlineMs === undefined
      ? await withoutEnd(order, gathered.take, { ...options, started })
      : await untilDeadline(order, gathered.take, { ...options, started, deadlineMs });
  return { ...gathered.result(), done: new Int32Array(order.cursor)[1] ?? 0, isComplete };
}

type Take = (message: ScanMessage) => void;

function gathering(tasks: readonly ScanTask[]) {
  const found: { readonly task: ScanTask; readonly parts: readonly FoundPart[] }[] = [];
  const failed: string[] = [];
  let tooLong = 0;
  const take: Take = (message) => {
    if (message.kind === "failed") failed.push(message.message);
    if (message.kind === "too-long") tooLong += message.lines;
    if (message.kind !== "found") return;
    const task = tasks[message.task];
    if (task !== undefined) found.push({ task, parts: message.parts });
  };
  return { take, result: () => ({ found, failed, tooLong }) };
}

/** This thread works too; the others help where there is enough to do. */
async function withoutEnd(order: ScanOrder, take: Take, { threads, onProgress, started }: Working): Promise<true> {
  const totalBytes = sizeOf(order.tasks);
  const helpers = totalBytes < threadBytes ? 0 : Math.min(threads, order.tasks.length) - 1;
  const running = Array.from({ length: Math.max(0, helpers) }, () => started.work(order, take));
  const sizes = cumulated(order.tasks);
  let shownBytes = 0;
  scanFiles(order, take, (taken) => {
    const doneBytes = sizes[taken] ?? 0;
    if (doneBytes - shownBytes < progressBytes) return;
    shownBytes = doneBytes;
    onProgress(doneBytes, totalBytes);
  });
  await Promise.all(running);
  return true;
}

/** Less is searched before anybody would look at a progress line. */
const progressBytes = 128 * 1024 * 1024;
/** Where other threads do all the work, this one looks now and then how far they are. */
const progressMs = 500;

type Working = ScanThreadsOptions & { readonly started: SearchThreads };
type Limited = Working & { readonly deadlineMs: number };

async function untilDeadline(
  order: ScanOrder,
  take: Take,
  { threads, deadlineMs, started, onProgress }: Limited,
): Promise<boolean> {
  // What would backtrack for ever is tried again in linear time, where the expression allows it.
  setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
  const count = sizeOf(order.tasks) < threadBytes ? 1 : Math.max(1, Math.min(threads, order.tasks.length));
  const running = Array.from({ length: count }, () => started.work(order, take));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const sizes = cumulated(order.tasks);
  const taken = new Int32Array(order.cursor);
  const shown = setInterval(() => onProgress(sizes[Atomics.load(taken, 1) - 1] ?? 0, sizes.at(-1) ?? 0), progressMs);
  const isComplete = await Promise.race([Promise.all(running).then(() => true), late]);
  clearInterval(shown);
  clearTimeout(timer);
  if (!isComplete) await started.close();
  return isComplete;
}

const sizeOf = (tasks: readonly ScanTask[]): number => tasks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function cumulated(tasks: readonly ScanTask[]): Float64Array {
  const sizes = new Float64Array(tasks.length);
  tasks.forEach(({ sizeBytes }, at) => (sizes[at] = (sizes[at - 1] ?? 0) + sizeBytes));
  return sizes;
}
