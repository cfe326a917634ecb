// Config homes -> all that follows and reads them: a thread for what happens, lanes for what is asked; opened and closed as one.
import { type Feed, type FeedOptions, openFeed } from "../events/feed.ts";
import { type Lane, lane } from "../lane/lane.ts";
import type { LaneLimits } from "../lane/limits.ts";
import { type LaneName, laneNames } from "../lane/question.ts";
import type { LaneProcess } from "../lane/worker.ts";

export type SceneOptions = Omit<FeedOptions, "onReady"> & {
  readonly startLane: (lane: LaneName, homes: readonly string[]) => LaneProcess;
  readonly limits: Readonly<Record<LaneName, LaneLimits>>;
  readonly monotonicMs: () => number;
};

export type Scene = {
  readonly homes: readonly string[];
  readonly feed: Feed;
  readonly lane: (name: LaneName) => Lane;
  /** Everything that was there has been found. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
};

/** Layouts of long sessions are worth keeping for a while; the other threads have little to keep. */
const idleMs: Readonly<Record<LaneName, number>> = {
  read: 300_000,
  list: 120_000,
  look: 60_000,
  search: 60_000,
  count: 60_000,
  index: 1000,
  act: 1000,
};

export function openScene({ startLane, limits, monotonicMs, ...options }: SceneOptions): Scene {
  const { homes } = options;
  const lanes = new Map<LaneName, Lane>(
    laneNames.map((name) => {
      const start = (): LaneProcess => startLane(name, homes);
      return [name, lane({ start, idleMs: idleMs[name], limits: limits[name], monotonicMs })];
    }),
  );
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const feed = openFeed({ ...options, onReady: () => onReady() });
  return {
    homes,
    feed,
    lane(name) {
      const found = lanes.get(name);
      if (found === undefined) throw new Error(`there is no lane ${name}`);
      return found;
    },
    ready,
    async close() {
      await Promise.all([feed.close(), ...[...lanes.values()].map((one) => one.close())]);
    },
  };
}
