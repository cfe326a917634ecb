// A session's logs, its owner in the registry and the time -> its status, with evidence; a pure function that reads nothing.
import { formatDuration } from "../../view/index.ts";
import { type AgentLogState, type PendingCall, agentsAtWork, pendingCall } from "./agents.ts";
import { isShell } from "./durations.ts";
import type { LogState } from "./log-state.ts";
import { saidMs } from "./is-of-now.ts";
import { statusByLog } from "./status-by-log.ts";
import type { Owner } from "./owner.ts";
import type { RegistryEntry } from "./registry.ts";
import type { Confidence, Status, StatusEvidence } from "./status.ts";
import { failureStatus, isCompacting, lastEvidence, quietSince } from "./last-word.ts";
import { trueTimes } from "./true-times.ts";

export type StatusInput = {
  readonly log: LogState;
  readonly agents: readonly AgentLogState[];
  readonly owner: Owner;
  readonly nowMs: number;
  readonly idleAfterMs?: number;
};

export const defaultIdleMs = 300_000;

/** Its sentences stay true while the status is the same: none tells how long something lasts so far. */
export function statusOf(given: StatusInput): Status {
  const { input, evidence } = trueTimes(given);
  const status = judged(input);
  if (evidence === undefined) return status;
  const [first, ...rest] = status.evidence;
  return { ...status, evidence: [first, ...rest, evidence] };
}

function judged(input: StatusInput): Status {
  const { owner } = input;
  switch (owner.kind) {
    case "running":
      return ownerStatus(input, owner.entry, "certain");
    case "elsewhere":
      return ownerStatus(input, owner.entry, isSilent(input, owner.entry) ? "guess" : "likely");
    case "gone":
      return ended(input, "certain", {
        text: `process ${owner.entry.pid}, which had the session open, is no more (${owner.entry.path})`,
        atMs: owner.entry.statusAtMs,
      });
    case "left":
      return ended(input, "certain", { text: `process ${owner.pid} has left the session`, atMs: owner.atMs });
    case "not-listed":
      return notListed(input);
    case "no-registry":
      return statusByLog(input);
  }
}

/** A client that cannot be seen, and whose session has said nothing for so long, may be gone. */
const silentMs = 3_600_000;

function isSilent(input: StatusInput, entry: RegistryEntry): boolean {
  return input.nowMs - Math.max(saidMs(entry, input.nowMs), quietSince(input) ?? -Infinity) > silentMs;
}

type Told = { readonly text: string; readonly atMs: number | undefined };

function ended(input: StatusInput, confidence: Confidence, { text, atMs }: Told): Status {
  const evidence = [{ source: "registry", text, atMs }, ...endEvidence(input)] as const;
  return { status: "ended", confidence, sinceMs: atMs ?? input.log.newestMs, evidence, call: undefined, agents: 0 };
}

/** Nothing goes on any more: what was open stays open. */
function endEvidence(input: StatusInput): readonly StatusEvidence[] {
  const call = input.log.calls.length === 0 ? undefined : pendingCall(input);
  if (call !== undefined)
    return [{ source: "log", text: `${`${call.tool} ${call.about}`.trim()} was never answered`, atMs: call.atMs }];
  const { last, lastMs } = input.log;
  return last.kind === "thinking"
    ? [{ source: "log", text: "the model spoke, and did not come to an end", atMs: lastMs }]
    : lastEvidence(input.log);
}

/** From this version on every client keeps itself in the registry, also when it is run by a program. */
const firstListed = [2, 1, 150] as const;
/** A registry file may come a moment later than the first lines. */
const settledMs = 60_000;

function notListed(input: StatusInput): Status {
  const { log, nowMs } = input;
  const quietMs = nowMs - (quietSince(input) ?? nowMs);
  if (!isAtLeast(log.version, firstListed) || quietMs < settledMs) return statusByLog(input);
  const text = `no client in the registry has the session open; version ${log.version ?? ""} would be there`;
  return ended(input, "likely", { text, atMs: undefined });
}

function isAtLeast(version: string | undefined, least: readonly number[]): boolean {
  const parts = (version ?? "").split(".").map(Number);
  for (const [at, wanted] of least.entries()) {
    const part = parts[at] ?? Number.NaN;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

function ownerStatus(input: StatusInput, entry: RegistryEntry, confidence: Confidence): Status {
  const word = entry.status;
  if (word === undefined) return statusByLog(input, saidBy(entry, "runs and says no more"));
  const wait = entry.waitingFor === undefined ? "" : `, for: ${entry.waitingFor}`;
  const said = saidBy(entry, `says ${word}${wait}`);
  const make = maker(input, confidence, said);
  switch (word) {
    case "waiting":
      return waiting(input, entry, make);
    case "busy":
      return busy(input, make);
    case "shell":
      return make("running_command", "a command runs in the background; the prompt is free");
    case "idle":
      return idle(input, entry, make);
  }
  return statusByLog(input, said);
}

type Make = (status: Status["status"], text: string, call?: PendingCall) => Status;

function maker(input: StatusInput, confidence: Confidence, said: StatusEvidence): Make {
  const agents = agentsAtWork(input).length;
  return (status, text, call) => ({
    status,
    confidence,
    sinceMs: said.atMs,
    evidence: [
      said,
      { source: call?.agentId === undefined ? "log" : "agent", text, atMs: call?.atMs ?? input.log.lastMs },
    ],
    call,
    agents,
  });
}

function saidBy({ pid, path, statusAtMs, process }: RegistryEntry, what: string): StatusEvidence {
  const seen = process === "elsewhere" ? ", which cannot be seen from here," : "";
  return { source: "registry", text: `process ${pid}${seen} ${what} (${path})`, atMs: statusAtMs };
}

/** The client's own words for what it waits for. */
const approvals: ReadonlySet<string> = new Set(["permission prompt", "worker request", "sandbox request"]);
const questionTool = "AskUserQuestion";

function waiting(input: StatusInput, { waitingFor = "" }: RegistryEntry, make: Make): Status {
  const call = pendingCall(input);
  const named = call === undefined ? "the log does not tell yet which call" : `${call.tool} ${call.about}`.trim();
  if (call?.tool === questionTool || waitingFor === "input needed")
    return make("asking_question", `asks: ${named}`, call);
  if (approvals.has(waitingFor)) return make("waiting_approval", `waits for approval of: ${named}`, call);
  return make("waiting_input", waitingFor === "" ? "waits for a person" : `waits for a person: ${waitingFor}`, call);
}

function busy(input: StatusInput, make: Make): Status {
  const { log } = input;
  if (isCompacting(input)) return make("compacting", "the conversation is being compacted");
  if (log.last.kind === "retry") return make(failureStatus(log.last), `the API answered: ${log.last.text}`);
  const call = pendingCall(input);
  if (call === undefined) return make("working", "the model is at work");
  const text = `${`${call.tool} ${call.about}`.trim()} has no result yet`;
  return make(isShell(call.tool) ? "running_command" : "working", text, call);
}

function idle(input: StatusInput, entry: RegistryEntry, make: Make): Status {
  const { log, nowMs, idleAfterMs = defaultIdleMs } = input;
  const quietMs = nowMs - (entry.statusAtMs ?? quietSince(input) ?? nowMs);
  if (log.last.kind === "failure") return make(failureStatus(log.last), `the turn ended with: ${log.last.text}`);
  const [told] = lastEvidence(log);
  const text = told?.text ?? "nothing was asked yet";
  return quietMs < idleAfterMs
    ? make("waiting_input", text)
    : make("idle", `${text}; then quiet for more than ${formatDuration(idleAfterMs)}`);
}
