// A range of seeds -> their trials, by two lanes side by side, in the order in which they end.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultKind, canMount, faultKinds } from "./fault-kinds.ts";
import { type Lane, makeLane, stock, unpack } from "./scene.ts";
import { type Recorded, type Trial, plannedTrial, record, runTrial } from "./trial.ts";

const isKind = (name: string): name is FaultKind => Object.hasOwn(faultKinds, name);

/** Without the right to mount, a full and a read-only disk are left to the calls that fail. */
export function possibleKinds(): readonly FaultKind[] {
  const all = Object.keys(faultKinds).filter(isKind);
  return canMount() ? all : all.filter((kind) => kind !== "full disk" && kind !== "read-only disk");
}

export type TrialsJob = {
  readonly root: string;
  readonly lanes: number;
  /** The numbers of the trials to run. */
  readonly trials: Iterable<number>;
  readonly onTrial: (trial: Trial) => void;
};

export async function runTrials({ root, lanes, trials, onTrial }: TrialsJob): Promise<void> {
  const kinds = possibleKinds();
  const numbers = trials[Symbol.iterator]();
  // What a command does without a fault is the same in every lane.
  const recorded = new Map<string, Promise<Recorded>>();
  await Promise.all(Array.from({ length: lanes }, (_, at) => runLane(join(root, `lane${at}`))));

  async function runLane(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lane = makeLane(folder);
    await stocked(lane);
    for (let next = numbers.next(); next.done !== true; next = numbers.next()) {
      const planned = plannedTrial(next.value, kinds);
      const known = recorded.get(planned.command) ?? recordedIn(lane, planned.command);
      recorded.set(planned.command, known);
      const { points, expected } = await known;
      await takeOne(lane);
      onTrial(await runTrial(lane, planned, { points, expected }));
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recordedIn(lane: Lane, command: string): Promise<Recorded> {
  await takeOne(lane);
  return await record(lane, command);
}

const ahead = 24;
/** As long as clew takes a file for one that may still be written to. */
const quietMs = 5_200;

type Stock = { next: number; made: number; madeMs: number[] };
const stocks = new Map<string, Stock>();

async function stocked(lane: Lane): Promise<Stock> {
  const known = stocks.get(lane.root) ?? { next: 0, made: 0, madeMs: [] };
  stocks.set(lane.root, known);
  while (known.made - known.next < ahead) {
    stock(lane, String(known.made));
    known.madeMs[known.made] = Date.now();
    known.made += 1;
  }
  return known;
}

async function takeOne(lane: Lane): Promise<void> {
  const known = await stocked(lane);
  const waitMs = (known.madeMs[known.next] ?? 0) + quietMs - Date.now();
  if (waitMs > 0) await sleep(waitMs);
  unpack(lane, String(known.next));
  known.next += 1;
}
