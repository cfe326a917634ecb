// A thread of its own: config homes -> news, told to the daemon; here what lines leave behind is cleared away without holding up an answer.
import { parentPort, workerData } from "node:worker_threads";
import { nodeClock } from "../../live/index.ts";
import { nodeDisk, nodeProcesses, readTitles, systemCode } from "../../store/index.ts";
import { follow } from "./follow.ts";

export type FollowTask = {
  readonly homes: readonly string[];
  readonly dataDir: string;
  /** `held`: until a message comes, whatever it says. */
  readonly start: "at-once" | "held";
};

const port = parentPort;
const task: unknown = workerData;

/** Only our own code starts this file, with a task that it made. */
function isTask(value: unknown): value is FollowTask {
  return typeof value === "object" && value !== null && "homes" in value && "dataDir" in value && "start" in value;
}

/** Sessions have the titles of their logs too: from a folder that cannot be read come none. */
function titlesIn(dataDir: string): ReadonlyMap<string, string> {
  try {
    return readTitles({ disk: nodeDisk, dataDir });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return new Map();
  }
}

/** Titles change seldom: their file is not read with every line of a log. */
const titlesMs = 2000;

function titleReader(dataDir: string): () => ReadonlyMap<string, string> {
  let kept = titlesIn(dataDir);
  let atMs = nodeClock.monotonicMs();
  return () => {
    if (nodeClock.monotonicMs() - atMs > titlesMs) {
      kept = titlesIn(dataDir);
      atMs = nodeClock.monotonicMs();
    }
    return kept;
  };
}

if (port !== null && isTask(task)) {
  const { homes, dataDir, start } = task;
  const isHeld = start === "held";
  follow({
    homes,
    clock: nodeClock,
    processes: nodeProcesses(),
    titles: titleReader(dataDir),
    ...(isHeld && { until: new Promise<void>((resolve) => port.once("message", () => resolve())) }),
    onNews: (news) => port.postMessage(news),
  });
}
