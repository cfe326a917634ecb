// A process of its own, started by the prover inside the enclosure: jobs on stdin -> outcomes on stdout, one after another.
import { stdin, stdout } from "node:process";
import { isJob } from "./job.ts";
import type { Job, Outcome } from "./job.ts";
import { onJsonLines, writeJsonLine } from "./json-lines.ts";
import { recordScenario } from "./record.ts";
import { resumeSession } from "./resume.ts";

const over = new AbortController();

async function serve(): Promise<void> {
  let before = Promise.resolve();
  await onJsonLines(stdin, (value) => {
    if (!isJob(value)) throw new Error("this is no job");
    before = before.then(() => work(value));
  });
  // The prover closed the door, or died in the middle of a job: its clients must not outlive it.
  over.abort();
  await before;
}

async function work(job: Job): Promise<void> {
  if (over.signal.aborted) return;
  const outcome = await outcomeOf(job);
  if (!over.signal.aborted) writeJsonLine(stdout, { id: job.id, ...outcome });
}

async function outcomeOf(job: Job): Promise<Outcome> {
  const bench = { ...job.bench, over: over.signal };
  try {
    switch (job.kind) {
      case "resume":
        return { kind: job.kind, result: await resumeSession(job.request, bench) };
      case "record":
        return { kind: job.kind, result: await recordScenario(job.request, bench) };
    }
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

void serve();
