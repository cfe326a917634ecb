// A process of its own, started by the prover inside the enclosure: jobs on stdin -> outcomes on stdout, one after another.
import { endAllClients } from "./client-run.ts";
import { isJob } from "./job.ts";
import type { Job, Outcome } from "./job.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";
import { recordScenario } from "./record.ts";
import { resumeSession } from "./resume.ts";

// The prover may die in the middle of a job: its clients must not outlive it.
process.stdin.once("end", endAllClients);
process.once("SIGTERM", endAllClients);

for await (const value of readJsonLines(process.stdin)) {
  if (!isJob(value)) throw new Error("this is no job");
  writeJsonLine(process.stdout, { id: value.id, ...(await outcomeOf(value)) });
}

async function outcomeOf(job: Job): Promise<Outcome> {
  try {
    switch (job.kind) {
      case "resume":
        return { kind: job.kind, result: await resumeSession(job.request, job.bench) };
      case "record":
        return { kind: job.kind, result: await recordScenario(job.request, job.bench) };
    }
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
