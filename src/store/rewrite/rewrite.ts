// Planned sessions -> new session files with all their sidecars, proved before they are published; complete or absent, sources only read.
import { basename } from "node:path";
import { livenessNow, livenessOf, refuseInUse } from "../liveness.ts";
import type { LineageFile, LineageRecord } from "../lineage-record.ts";
import { mainPath } from "../session-place.ts";
import { sparedBytes, withSmallYoungGeneration } from "../young-generation.ts";
import { type CleanUp, cleanUp } from "./clean-up.ts";
import { type Hashed, hashFile } from "./copies.ts";
import { type CarriedOut, carryOut, foldersOf } from "./operation.ts";
import { type Summed, type Written, writeNewFile, writeSummed } from "./output-file.ts";
import { inTheWay, publish } from "./publish.ts";
import type { ReadBackBy, ReadBackThread } from "./read-back.ts";
import { resultBytes } from "./result-bytes.ts";
import type { ResultJob, RewriteJob } from "./rewrite-job.ts";
import { type RewritePlan, planRewrite } from "./rewrite-plan.ts";
import { setAsideBytes } from "./set-aside.ts";
import { checkUnchanged, sidecarBytes } from "./sidecar-copy.ts";
import { makeFolders, syncFolder } from "./folders.ts";
import { openAs } from "./source.ts";
import { refuseWithoutSpace } from "./space.ts";
import { takeThread, worthAThread } from "./spare-reader.ts";
import type { World } from "./world.ts";
import { told } from "./write-error.ts";

export type Rewritten =
  | {
      readonly ok: true;
      readonly op: string;
      readonly results: readonly LineageFile[];
      readonly record: LineageRecord;
      readonly untidy?: string;
      readonly cleaned: CleanUp;
    }
  | { readonly ok: false; readonly reasons: readonly string[] };

export function rewrite(job: RewriteJob, world: World): Rewritten {
  const sizeBytes = job.results.reduce((sum, { sources }) => sum + sources[0].opened.sizeBytes, 0);
  const work = job.results.every(({ judgeReadBack }) => judgeReadBack !== undefined) ? "copy" : "any";
  const spared = sparedBytes(sizeBytes, work);
  return told("write the result", () => withSmallYoungGeneration(spared, () => rewritten(job, world)));
}

function rewritten(job: RewriteJob, world: World): Rewritten {
  const cleaned = cleanUp(world);
  const plan = planRewrite(job, world);
  for (const { look } of plan.sources) refuseInUse(livenessNow(look, world), look, job.inUse);
  for (const { target } of job.results)
    if (world.disk.look(mainPath(target)) !== undefined) throw inTheWay(mainPath(target));
  refuseWithoutSpace(world.disk, plan.needs);
  try {
    const done: CarriedOut = carryOut(world, plan.intent, (onMade) => make({ job, plan, onMade }, world));
    const { op, results } = done.record;
    return { ok: true, op, results, ...done, cleaned };
  } catch (error) {
    if (error instanceof Unproven) return { ok: false, reasons: error.reasons };
    throw error;
  }
}

/** The result is not what it should be: everything is taken back, and the reasons are told. */
class Unproven extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join("; "));
    this.reasons = reasons;
  }
}

type Making = { readonly job: RewriteJob; readonly plan: RewritePlan; readonly onMade: (path: string) => void };

function make({ job, plan, onMade }: Making, world: World): LineageRecord {
  const { disk } = world;
  const { intent } = plan;
  for (const folder of foldersOf([...intent.mains, ...intent.files])) makeFolders(disk, folder);
  for (const copy of plan.sidecars) {
    writeNewFile(disk, copy.making.temp, sidecarBytes(disk, copy));
    publish(disk, copy.making, onMade);
  }
  if (plan.setAside !== undefined) {
    writeNewFile(disk, plan.setAside.temp, setAsideBytes(job.results.flatMap(({ sources }) => sources)));
    publish(disk, plan.setAside, onMade);
  }
  for (const folder of foldersOf(intent.files)) syncFolder(disk, folder);
  const results = job.results.map((result, at) => {
    const temp = intent.mains[at]?.temp ?? "";
    const isLast = at === job.results.length - 1;
    const work = (second: ReadBackThread | undefined, by: ReadBackBy): LineageFile => {
      const pieces = resultBytes(result);
      const content = { pieces, onWritten: second?.onWritten };
      // A thread that reads it back hashes it too: once is enough.
      const isHashedThere = second !== undefined && by === "copy";
      const written = isHashedThere ? writeSummed(disk, temp, content) : writeNewFile(disk, temp, content);
      second?.onComplete();
      if (second === undefined || by === "graph") result.weighSources?.();
      // What is left to do needs the result's graph alone, and two of them may be more than fits.
      if (job.sources === "let-go" && isLast && second === undefined) for (const source of plan.sources) source.letGo();
      return provenResult(result, { temp, written, second, by }, world);
    };
    return withReadBack(result, temp, { world, work });
  });
  // The second look comes when the work is done: for a large session the second has long passed.
  for (const { look } of plan.sources) refuseInUse(livenessOf(look, world), look, job.inUse);
  checkUnchanged(disk, plan.sidecars);
  return recordOf({ job, plan, results }, world);
}

/** A large result is read back by a second thread while it is written, where that is enough to judge it. */
function withReadBack<T>(
  { judgeReadBack, readBackBy, sources: [{ opened }] }: ResultJob,
  temp: string,
  { world, work }: { readonly world: World; readonly work: (second: ReadBackThread | undefined, by: ReadBackBy) => T },
): T {
  const { disk, threadBytes = worthAThread } = world;
  const isReached = disk.reach === "every-thread";
  const isWorthIt = judgeReadBack !== undefined && isReached && opened.sizeBytes >= threadBytes;
  const second = isWorthIt ? takeThread(opened.look.place.path) : undefined;
  const by = readBackBy?.() ?? "graph";
  second?.begin(temp, by);
  try {
    return work(second, by);
  } finally {
    second?.end();
  }
}

type Passing = {
  readonly temp: string;
  readonly written: Written | Summed;
  readonly second: ReadBackThread | undefined;
  readonly by: ReadBackBy;
};

function provenResult(result: ResultJob, { temp, written, second, by }: Passing, world: World): LineageFile {
  const { target } = result;
  const path = mainPath(target);
  let read: Sums | undefined;
  const reasons = judgedByThread() ?? judgedHere(temp, path);
  if (reasons.length > 0) throw new Unproven(reasons);
  const { sha256 } = read ?? sumsNow();
  return { path, sessionId: target.sessionId, sha256, sizeBytes: written.sizeBytes };

  function judgedByThread(): readonly string[] | undefined {
    if (second === undefined) return undefined;
    // A graph takes longer than a hash: that one is made here meanwhile.
    if (by === "graph") sumsNow();
    const told = second.told();
    if (told === undefined) return undefined;
    const { source } = told;
    if (source?.facts !== undefined) result.sources[0].opened.tellHash(source.sha256, source.facts);
    read = told.result.by === "copy" ? told.result.likeness : sumsNow();
    return isAsWritten(written, read) ? result.judgeReadBack?.(told) : [unlike(path)];
  }

  function sumsNow(): Sums {
    return (read ??= hashFile(world.disk, temp));
  }

  function judgedHere(file: string, as: string): readonly string[] {
    const after = openAs(file, { path: as }, world);
    try {
      const { sha256 } = after;
      read = "crc" in written ? sumsNow() : { sha256, crc: undefined };
      return isAsWritten(written, read) && read.sha256 === sha256 ? result.judge(after) : [unlike(as)];
    } finally {
      after.close();
    }
  }
}

type Sums = Pick<Hashed, "sha256"> & { readonly crc: number | undefined };

const isAsWritten = (written: Written | Summed, read: Sums): boolean =>
  "crc" in written ? written.crc === read.crc : written.sha256 === read.sha256;

const unlike = (path: string): string => `${basename(path)} does not read back as it was written`;

type Done = Pick<Making, "job" | "plan"> & { readonly results: readonly LineageFile[] };

function recordOf({ job, plan, results }: Done, { nowMs }: World): LineageRecord {
  return {
    op: plan.intent.op,
    time: new Date(nowMs()).toISOString(),
    command: job.command,
    args: job.args,
    sources: plan.sources.map(({ place, sha256, sizeBytes }) => ({
      path: place.path,
      sessionId: place.sessionId,
      sha256,
      sizeBytes,
    })),
    results,
    ledger: job.ledger,
    ...(job.tokensSaved === undefined ? {} : { tokensSaved: job.tokensSaved() }),
    ...(plan.setAside === undefined ? {} : { setAside: plan.setAside.path }),
  };
}
