// The thread that follows the logs -> events in the ring, and where every session stands now, for whoever asks.
import { basename, extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { FollowTask } from "./follow-thread.ts";
import type { News } from "./follow.ts";
import type { EventRing } from "./ring.ts";
import { type StatusJson, type StatusPart, byNeed, partOf } from "./status-json.ts";

export type FeedOptions = {
  readonly homes: readonly string[];
  readonly dataDir: string;
  /** `held`: of a large tree most is found when it is told to go on. */
  readonly start: FollowTask["start"];
  readonly ring: EventRing;
  /** There is something new in the ring. */
  readonly onNews: () => void;
  /** Logs came, grew or went. */
  readonly onLogs: () => void;
  /** All that was there has been found. */
  readonly onReady: () => void;
  readonly onFailure: (error: Error) => void;
};

export type Feed = {
  readonly statuses: () => readonly StatusJson[];
  readonly statusOf: (sessionId: string) => StatusPart | undefined;
  /** By the names of their files, as the list calls them. */
  readonly parts: () => Iterable<readonly [string, StatusPart]>;
  readonly homes: () => readonly { readonly path: string; readonly isThere: boolean }[];
  readonly sessions: () => number;
  /** The others had their turn. */
  readonly goOn: () => void;
  readonly close: () => Promise<void>;
};

/** Lines are parsed and dropped: a small young generation is collected often and quickly, and keeps the daemon small. */
const youngMb = 12;

export function openFeed(options: FeedOptions): Feed {
  const { homes, dataDir, start, ring } = options;
  const task: FollowTask = { homes, dataDir, start };
  const known = new Map<string, StatusJson>();
  let now: Pick<News, "sessions" | "awayHomes" | "isReady"> = { sessions: 0, awayHomes: [], isReady: false };
  let isClosed = false;
  // Beside this file, compiled or not.
  const thread = new Worker(new URL(`./follow-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  thread.on("message", take);
  thread.once("error", (error: unknown) => fail(error));
  thread.once("exit", () => fail(undefined));

  function fail(cause: unknown): void {
    if (!isClosed) options.onFailure(new Error("the thread that follows the logs ended", { cause }));
    isClosed = true;
  }

  function take(news: News): void {
    if (isClosed) return;
    for (const [event, data] of news.events) ring.add(event, data);
    for (const status of news.statuses) known.set(status.sessionId, status);
    for (const id of news.left) known.delete(id);
    const wasReady = now.isReady;
    now = news;
    if (news.events.length > 0) options.onNews();
    if (news.events.some(([event]) => event !== "status")) options.onLogs();
    if (news.isReady && !wasReady) options.onReady();
  }

  /** Of a home that is away nothing is told; what was known of it is kept for when it is back. */
  const isHere = ({ home }: StatusJson): boolean => !now.awayHomes.includes(home);
  const here = (): readonly StatusJson[] => [...known.values()].filter(isHere);

  return {
    statuses: () => byNeed(here()),
    statusOf(sessionId) {
      const id = sessionId.toLowerCase();
      const status = known.get(id) ?? [...known.values()].find((one) => nameOf(one) === id);
      return status && isHere(status) ? partOf(status) : undefined;
    },
    parts: () => here().map((status) => [nameOf(status), partOf(status)] as const),
    homes: () => homes.map((path) => ({ path, isThere: !now.awayHomes.includes(path) })),
    sessions: () => now.sessions,
    goOn: () => thread.postMessage("on"),
    async close() {
      isClosed = true;
      await thread.terminate();
    },
  };
}

const nameOf = ({ path, sessionId }: StatusJson): string =>
  path === null ? sessionId : basename(path, ".jsonl").toLowerCase();
