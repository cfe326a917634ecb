// What everything that writes is given of the world: disk, data folder, clock, chance, processes; made once, at the edge.
import { randomUUID } from "node:crypto";
import { type Processes, nodeProcesses } from "../liveness-process.ts";
import type { Disk } from "./disk.ts";
import { nodeDisk } from "./node-disk.ts";
import { pause } from "./pause.ts";

export type World = {
  readonly disk: Disk;
  /** Clew's own folder for what cannot be made again. It may not exist yet. */
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly pause: (ms: number) => void;
  readonly newUuid: () => string;
  readonly processes: Processes;
  /** From this size on a result is read back by a second thread while it is written. */
  readonly threadBytes?: number;
};

export function nodeWorld(dataDir: string): World {
  return {
    disk: nodeDisk,
    dataDir,
    nowMs: Date.now,
    pause,
    newUuid: randomUUID,
    processes: nodeProcesses(),
  };
}
