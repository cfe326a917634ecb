// A session's logs and the time alone -> its status where no client speaks for it: by the last word, and then by silence.
import { formatDuration } from "../../view/index.ts";
import { type PendingCall, agentsAtWork, pendingCall } from "./agents.ts";
import { isShell, patienceWith } from "./durations.ts";
import { failureStatus, isCompacting, lastEvidence, quietSince } from "./last-word.ts";
import type { StatusInput } from "./status-of.ts";
import type { Confidence, Status, StatusEvidence, StatusName } from "./status.ts";

/** Some versions never write that the model stopped: after this it has. */
const stoppedMs = 10_000;
/** What says nothing for so long may be at work or not. */
const doubtMs = 60_000;
const idleMs = 300_000;

/** `said`: what a running client told of itself, where it does not tell its status. */
export function statusByLog(input: StatusInput, said?: StatusEvidence): Status {
  const sinceMs = quietSince(input);
  const before = said === undefined ? [] : [said];
  if (sinceMs === undefined) {
    const evidence = [...before, { source: "log", text: "the log tells no time", atMs: undefined } as const];
    return build({ status: "unknown", confidence: "guess", evidence, input });
  }
  const quietMs = input.nowMs - sinceMs;
  const afterMs = input.idleAfterMs ?? idleMs;
  const found = quietMs >= afterMs ? silent(input) : spoken(input, quietMs);
  const quiet = { source: "clock", text: quietText(quietMs, afterMs), atMs: sinceMs } as const;
  const evidence = [...before, ...(found.evidence ?? lastEvidence(input.log)), quiet];
  return build({ ...found, evidence, input });
}

/** A sentence that stays true while it is shown: what is counted on is the reader's to count. */
function quietText(quietMs: number, afterMs: number): string {
  const passed = [stoppedMs, doubtMs, afterMs].filter((ms) => ms <= quietMs);
  return `a line was written${passed.length === 0 ? "" : `, then none for more than ${formatDuration(Math.max(...passed))}`}`;
}

type Found = {
  readonly status: StatusName;
  readonly confidence: Confidence;
  readonly call?: PendingCall | undefined;
  readonly evidence?: readonly StatusEvidence[];
};

function build({
  status,
  confidence,
  call,
  evidence,
  input,
}: Omit<Found, "evidence"> & { readonly evidence: readonly StatusEvidence[]; readonly input: StatusInput }): Status {
  const [first = { source: "log", text: "nothing is known", atMs: undefined } as const, ...rest] = evidence;
  const sinceMs = status === "idle" ? quietSince(input) : (call?.atMs ?? input.log.lastMs ?? quietSince(input));
  return { status, confidence, sinceMs, evidence: [first, ...rest], call, agents: agentsAtWork(input).length };
}

function silent(input: StatusInput): Found {
  const call = pendingCall(input);
  const { kind } = input.log.last;
  const isAnswered = kind === "answer" || kind === "interruption" || kind === "command";
  if (call === undefined) return { status: "idle", confidence: isAnswered ? "likely" : "guess" };
  const text = `${describe(call)} was never answered`;
  return { status: "idle", confidence: "guess", evidence: [{ source: "log", text, atMs: call.atMs }] };
}

function spoken(input: StatusInput, quietMs: number): Found {
  const { log } = input;
  if (isCompacting(input)) return { status: "compacting", confidence: "likely" };
  if (log.calls.length > 0) return called(input, quietMs);
  const working = { status: "working", confidence: quietMs < doubtMs ? "likely" : "guess" } as const;
  const count = agentsAtWork(input).length;
  switch (log.last.kind) {
    case "nothing":
      return count > 0 ? working : { status: "unknown", confidence: "guess" };
    case "failure":
    case "retry":
      return { status: failureStatus(log.last), confidence: "likely" };
    case "interruption":
    case "command":
      return { status: "waiting_input", confidence: "likely" };
    case "answer": {
      const text = `${count} of its agents ${count === 1 ? "is" : "are"} at work`;
      if (count > 0) return { ...working, evidence: [{ source: "agent", text, atMs: quietSince(input) }] };
      return log.last.isFinal || quietMs >= stoppedMs ? { status: "waiting_input", confidence: "likely" } : working;
    }
    case "prompt":
    case "thinking":
    case "result":
    case "compaction":
      return working;
  }
}

const questionTool = "AskUserQuestion";
const planTool = "ExitPlanMode";
/** In these nobody is asked. */
const freeModes: ReadonlySet<string> = new Set(["bypassPermissions", "dontAsk"]);

function called(input: StatusInput, quietMs: number): Found {
  const call = pendingCall(input);
  if (call === undefined) return { status: "working", confidence: "guess" };
  const what = describe(call);
  const told = (text: string): readonly StatusEvidence[] => [{ source: "log", text, atMs: call.atMs }];
  if (call.tool === questionTool) {
    return { status: "asking_question", confidence: "likely", call, evidence: told(`${what} has no answer yet`) };
  }
  if (call.tool === planTool) {
    return { status: "waiting_approval", confidence: "likely", call, evidence: told(`${what} has no answer yet`) };
  }
  const patience = patienceWith(input.log.durations, call.tool);
  const isFree = freeModes.has(input.log.permissionMode ?? "");
  if (quietMs < patience.ms || isFree) {
    const status = isShell(call.tool) ? "running_command" : "working";
    return { status, confidence: "likely", call, evidence: told(`${what} has no result yet`) };
  }
  const learnt = patience.calls === 0 ? "usual" : `what ${patience.calls} calls of it took`;
  const text = `${what} has no result, longer than ${formatDuration(patience.ms)} (${learnt}): tool pending, approval likely`;
  return { status: "waiting_approval", confidence: "guess", call, evidence: told(text) };
}

const describe = ({ tool, about }: PendingCall): string => `${tool} ${about}`.trim();
