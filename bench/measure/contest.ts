// Named commands -> their medians, run in turn within one round after another, so that a busy moment hits all alike.
import { type Job, type Ran, runChild } from "./child.ts";

/** What is read: all logs, or the largest one. */
export type Target = "tree" | "largest" | "none";
export type Entrant = {
  readonly name: string;
  readonly target: Target;
  readonly job: Job;
  readonly role?: "wc" | "ripgrep";
  /** `asked`: exit 1 is an answer too, nothing found or findings; else it is a failure. */
  readonly one?: "asked";
};
export type Row = {
  readonly name: string;
  readonly target: Target;
  readonly role: Entrant["role"];
  /** The median. */
  readonly seconds: number;
  readonly leastSeconds: number;
  readonly peakRssMb: number | undefined;
};

export class ContestError extends Error {
  override readonly name = "ContestError";
}

export async function contest(entrants: readonly Entrant[], rounds: number): Promise<readonly Row[]> {
  const runs = new Map<Entrant, Ran[]>(entrants.map((entrant) => [entrant, []]));
  // Round 0 only fills the page cache and the compile cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const entrant of entrants) {
      const ran = await runToEnd(entrant.name, entrant.job, entrant.one);
      if (round > 0) runs.get(entrant)?.push(ran);
    }
  }
  return entrants.map((entrant) => rowOf(entrant, runs.get(entrant) ?? []));
}

export function rowOf({ name, target, role }: Pick<Entrant, "name" | "target" | "role">, runs: readonly Ran[]): Row {
  const seconds = runs.map((ran) => ran.seconds);
  const peaks = runs.flatMap((ran) => ran.peakRssMb ?? []);
  return {
    name,
    target,
    role,
    seconds: median(seconds),
    leastSeconds: Math.min(...seconds),
    peakRssMb: peaks.length === 0 ? undefined : Math.max(...peaks),
  };
}

/** A program that fails is no contestant: its time says nothing. */
export async function runToEnd(name: string, job: Job, one?: Entrant["one"]): Promise<Ran> {
  const ran = await runChild(job);
  if (ran.code === 0 || (ran.code === 1 && one === "asked")) return ran;
  throw new ContestError(`${name}: exit ${ran.code ?? "by signal"}: ${ran.stderr.trim()}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
