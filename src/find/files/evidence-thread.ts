// A thread beside the one that asks: logs or groups of events as they come -> evidence or summaries; ends with the port.
import { type MessagePort, workerData } from "node:worker_threads";
import { packEvidence } from "../../graph/index.ts";
import { type OpenEvidence, evidenceReader } from "./evidence-reader.ts";
import {
  type Answer,
  type GatherUse,
  type GatherWork,
  type ReplayWork,
  gatherNext,
  summariesOf,
} from "./evidence-work.ts";

function serve(port: MessagePort): void {
  let reader: OpenEvidence | undefined;
  const say = (answer: Answer): void => port.postMessage(answer);
  port.on("message", (work: unknown) => {
    if (!isWork(work)) throw new Error("a thread was given no work");
    if (work.kind === "gather") gather(work);
    else {
      const open = (reader ??= evidenceReader(work.homes));
      say({ kind: "summaries", first: work.first, summaries: work.groups.map((group) => summariesOf(group, open)) });
    }
  });
  port.on("close", () => reader?.close());

  function gather(work: GatherWork): void {
    const use: GatherUse = {
      log: (place, evidence) => say({ kind: "log", place, packed: packEvidence(evidence) }),
      fail: (place, { code, message, hint }) => say({ kind: "unreadable", place, code, message, hint }),
    };
    while (gatherNext(work, use) === "more");
    say({ kind: "gathered" });
  }
}

/** Only our own code starts this file, and gives it work that it made. */
function isWork(value: unknown): value is GatherWork | ReplayWork {
  return typeof value === "object" && value !== null && "kind" in value;
}

function isTask(value: unknown): value is { readonly port: MessagePort } {
  return typeof value === "object" && value !== null && "port" in value;
}

const task: unknown = workerData;
if (isTask(task)) serve(task.port);
