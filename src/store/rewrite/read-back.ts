// A result that is still being written -> what is compared of it, read by a second thread as far as it is there; it is only read.
import { type MessagePort, MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import { extname } from "node:path";
import { gatherLog, lazySession } from "../../graph/index.ts";
import { type Weighed, weigh } from "../../reshape/index.ts";
import { briefGiver, endBriefs, newBriefSlots } from "./brief-slots.ts";
import type { Disk } from "./disk.ts";
import { type Likeness, likenessOf } from "./likeness.ts";
import { openLineFile } from "./line-file.ts";
import { lineMarks } from "./marks.ts";
import { nodeDisk } from "./node-disk.ts";
import { talkIn } from "./sent.ts";

/** All that is told of a result: enough where it shall send what its source sends. */
export type ReadBack = {
  /** Of the source as the thread read it, while others planned. */
  readonly source: Likeness | undefined;
  /** `copy`: it is the source under other ids. `graph`: its own graph has to tell. */
  readonly result:
    | { readonly by: "copy"; readonly likeness: Likeness }
    | {
        readonly by: "graph";
        readonly talk: string;
        /** Without what is sent. */
        readonly weighed: Weighed;
      };
};

/** How a result is judged, if it can be. */
export type ReadBackBy = ReadBack["result"]["by"];

/** What is to be read follows on the port: a thread starts while there is nothing to read yet, and reads the source first. */
export type ReadBackTask = {
  readonly shared: BigInt64Array;
  readonly port: MessagePort;
  readonly source: string;
  readonly briefs: SharedArrayBuffer;
};
type Order = { readonly path: string; readonly by: ReadBackBy };

/** Shared numbers: bytes written so far, whether that is all, bytes read so far, whether it is told. */
export const [writtenAt, stageAt, readAt, toldAt] = [0, 1, 2, 3] as const;
const [complete, abandoned] = [1n, 2n] as const;

/** A thread that does nothing for so long is given up: then the result is read here. */
const patienceMs = 60_000;
const startMs = 20_000;

export type ReadBackThread = {
  /** Briefs of the source, as far as it has made them. */
  readonly briefs: SharedArrayBuffer;
  /** The file that grows from now on. */
  readonly begin: (path: string, by: ReadBackBy) => void;
  readonly onWritten: (sizeBytes: number) => void;
  /** Nothing more will be written. */
  readonly onComplete: () => void;
  /** Waits for it; undefined where the thread could not do it. */
  readonly told: () => ReadBack | undefined;
  /** Whatever happened. */
  readonly end: () => void;
};

export function startReadBack(source: string): ReadBackThread {
  const shared = new BigInt64Array(new SharedArrayBuffer(4 * 8));
  const { port1: ours, port2: port } = new MessageChannel();
  const briefs = newBriefSlots();
  const task: ReadBackTask = { shared, port, source, briefs };
  const worker = new Worker(new URL(`./read-back-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    transferList: [port],
  });
  worker.unref();
  // It is heard only when all is over: then nobody waits for it any more.
  worker.on("error", () => undefined);

  function say(place: number, value: bigint): void {
    Atomics.store(shared, place, value);
    Atomics.notify(shared, writtenAt);
  }

  return {
    briefs,
    begin(path, by) {
      endBriefs(briefs);
      ours.postMessage({ path, by } satisfies Order);
    },
    onWritten: (sizeBytes) => say(writtenAt, BigInt(sizeBytes)),
    onComplete: () => say(stageAt, complete),
    told() {
      for (let seen = -1n; ;) {
        const patience = seen === -1n ? startMs : patienceMs;
        if (Atomics.wait(shared, toldAt, 0n, patience) !== "timed-out") break;
        const now = Atomics.load(shared, readAt);
        if (now === seen || now === 0n) return undefined;
        seen = now;
      }
      const message: unknown = receiveMessageOnPort(ours)?.message;
      return isReadBack(message) ? message : undefined;
    },
    end() {
      // It leaves at its next read: stopping a thread from outside while another starts can take the whole process along.
      say(stageAt, abandoned);
      endBriefs(briefs);
      ours.close();
    },
  };
}

function isReadBack(value: unknown): value is ReadBack {
  return typeof value === "object" && value !== null && "source" in value && "result" in value;
}

function isOrder(value: unknown): value is Order {
  return typeof value === "object" && value !== null && "path" in value && "by" in value;
}

/** In the thread: as the file grows. Undefined when nobody wants to know any more. */
export function readBack({ shared, port, source: sourcePath, briefs }: ReadBackTask): ReadBack | undefined {
  const source = likenessOf(telling(nodeDisk, shared), sourcePath, briefGiver(briefs));
  const order: unknown = hasMore(shared, 0) ? receiveMessageOnPort(port)?.message : undefined;
  if (!isOrder(order)) return undefined;
  const disk = growing(nodeDisk, shared);
  const isComplete = (): boolean => Atomics.load(shared, stageAt) === complete;
  if (order.by === "copy" && source !== undefined) {
    const likeness = likenessOf(disk, order.path);
    if (!isComplete()) return undefined;
    if (likeness?.mark === source.mark) return { source, result: { by: "copy", likeness } };
  }
  const file = openLineFile(disk, order.path);
  try {
    const marks = lineMarks();
    const log = gatherLog(file.briefs(marks, "unhashed"));
    if (!isComplete()) return undefined;
    const session = lazySession(log);
    const weighed = weigh({ session, request: [] });
    return { source, result: { by: "graph", talk: talkIn(session, marks), weighed } };
  } finally {
    file.close();
  }
}

/** Whoever waits sees that something is done; when nobody waits any more, there is nothing more to read. */
function telling(disk: Disk, shared: BigInt64Array): Disk {
  return {
    ...disk,
    read(descriptor, buffer, offset) {
      if (Atomics.load(shared, stageAt) === abandoned) return 0;
      const count = disk.read(descriptor, buffer, offset);
      Atomics.add(shared, readAt, BigInt(count));
      return count;
    },
  };
}

function growing(disk: Disk, shared: BigInt64Array): Disk {
  return {
    ...disk,
    read(descriptor, buffer, offset) {
      if (!hasMore(shared, offset)) return 0;
      const ready = Number(Atomics.load(shared, writtenAt)) - offset;
      const count = disk.read(descriptor, buffer.subarray(0, Math.min(buffer.length, ready)), offset);
      Atomics.add(shared, readAt, BigInt(count));
      return count;
    },
  };
}

/** Waits until there is something behind this place; false at the end, or when all was given up. */
function hasMore(shared: BigInt64Array, offset: number): boolean {
  for (;;) {
    const stage = Atomics.load(shared, stageAt);
    const written = Atomics.load(shared, writtenAt);
    if (stage === abandoned) return false;
    if (Number(written) > offset) return true;
    if (stage === complete) return false;
    Atomics.wait(shared, writtenAt, written, waitMs);
  }
}

/** What is said between looking and waiting is heard so much later. */
const waitMs = 20;
