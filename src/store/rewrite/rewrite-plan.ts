// A job -> all that will be made for it: sidecars and where they go, passing names, folders, and the space it takes; nothing is written.
import { dirname, join } from "node:path";
import { ownOwner } from "../liveness-process.ts";
import { mainPath } from "../session-place.ts";
import { missingFolders } from "./folders.ts";
import type { Intent, Making } from "./intent.ts";
import type { ResultJob, ResultSource, RewriteJob } from "./rewrite-job.ts";
import type { SidecarCopy } from "./sidecar-copy.ts";
import { sidecarTarget, sidecarsOf, travels } from "./sidecars.ts";
import type { OpenSource } from "./source.ts";
import { type Need, refuseWithoutSpace } from "./space.ts";
import type { World } from "./world.ts";

export type RewritePlan = {
  readonly intent: Intent;
  readonly sources: readonly OpenSource[];
  readonly sidecars: readonly SidecarCopy[];
  /** The file for lines that are set aside, if there are any. */
  readonly setAside: Making | undefined;
  readonly needs: readonly Need[];
};

/** For those who only want to know whether there is room. */
export function checkSpace(job: Pick<RewriteJob, "results">, world: World): void {
  refuseWithoutSpace(world.disk, planRewrite(job, world).needs);
}

export function planRewrite(job: Pick<RewriteJob, "results">, world: World): RewritePlan {
  const op = world.newUuid();
  const temp = tempNames(op);
  const sources = job.results.flatMap((result) => result.sources);
  const mains = job.results.map(({ target }) => makingAt(mainPath(target), temp));
  const sidecars = job.results.flatMap((result) => sidecarCopies(result, world, temp));
  const asidePath = join(world.dataDir, "set-aside", `${op}.jsonl`);
  const setAside = sources.some(({ setAside: lines }) => lines.length > 0) ? makingAt(asidePath, temp) : undefined;
  const files = [...sidecars.map(({ making }) => making), ...(setAside === undefined ? [] : [setAside])];
  const folders = new Set([...mains, ...files].flatMap(({ path }) => missingFolders(world.disk, dirname(path))));
  return {
    intent: {
      op,
      owner: ownOwner(world.processes),
      startedMs: world.nowMs(),
      mains,
      files,
      folders: [...folders],
      takes: [],
      emptied: [],
    },
    sources: [...new Set(sources.map(({ opened }) => opened))],
    sidecars,
    setAside,
    needs: [
      ...job.results.map(({ target, sources: own }) => ({ folder: target.folder, bytes: mostBytes(own) })),
      ...sidecars.map(({ making, facts }) => ({ folder: dirname(making.path), bytes: facts.sizeBytes })),
      { folder: world.dataDir, bytes: asideBytes(sources) },
    ],
  };
}

/** In the folder of the file itself, and short: a long name has no room for an ending. */
export function tempNames(op: string): (path: string) => string {
  let count = 0;
  return (path) => join(dirname(path), `.clew-${op.slice(0, 8)}-${(count += 1)}.tmp`);
}

export function makingAt(path: string, temp: (path: string) => string): Making {
  return { path, temp: temp(path) };
}

function sidecarCopies(
  { target, sources }: ResultJob,
  { disk }: World,
  temp: (path: string) => string,
): readonly SidecarCopy[] {
  const copies = new Map<string, SidecarCopy>();
  for (const { opened, renameAgent } of sources) {
    for (const sidecar of sidecarsOf(opened.place, disk, { ids: opened.sessionIds })) {
      const path = travels(sidecar) ? sidecarTarget(sidecar, opened.place.sessionId, target) : undefined;
      const facts = disk.look(sidecar.path);
      // Sessions that came from each other share sidecars: the first one's are taken.
      if (path === undefined || facts === undefined || copies.has(path)) continue;
      copies.set(path, { sidecar, facts, making: makingAt(path, temp), renameAgent });
    }
  }
  return [...copies.values()];
}

/** A fresh session id, uuids and the mark of where an entry came from make a line longer, but not by more than this. */
const addedPerLine = 256;

function mostBytes(sources: readonly ResultSource[]): number {
  return sources.reduce((sum, { opened }) => sum + opened.sizeBytes + opened.lineCount * addedPerLine, 0);
}

/** As base64 in JSON, with what is told about each line. */
function asideBytes(sources: readonly ResultSource[]): number {
  let sum = 0;
  for (const { opened, setAside } of sources)
    for (const { line } of setAside) sum += ((opened.placeOf(line)?.length ?? 0) * 4) / 3 + 512;
  return Math.ceil(sum);
}
