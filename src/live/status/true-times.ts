// Logs whose times may be ahead of the clock -> the same with no time after now, and a sentence that says so; reads nothing.
import type { LogState } from "./log-state.ts";
import type { Owner } from "./owner.ts";
import type { StatusInput } from "./status-of.ts";
import type { StatusEvidence } from "./status.ts";

/** Clocks that differ by less do no harm: the silence is taken for a little shorter than it is. */
const slackMs = 60_000;

export type TrueTimes = { readonly input: StatusInput; readonly evidence: StatusEvidence | undefined };

/** Silence is counted from the newest time: one that is yet to come would keep a session awake until then. */
export function trueTimes(given: StatusInput): TrueTimes {
  const { log, agents, nowMs } = given;
  const input = { ...given, owner: withoutFuture(given.owner, nowMs) };
  const ahead = [log, ...agents.map((agent) => agent.log)].find((one) => isAhead(one, nowMs));
  if (ahead === undefined) return { input, evidence: undefined };
  const known = writtenOf(ahead, nowMs);
  const text =
    known === undefined
      ? "times in the log and of its file are ahead of this machine's clock: they tell nothing"
      : "times in the log are ahead of this machine's clock: the time of its file counts";
  const own = agents.map((agent) => ({ ...agent, log: capped(agent.log, nowMs) }));
  return {
    input: { ...input, log: capped(log, nowMs), agents: own },
    evidence: { source: "clock", text, atMs: known },
  };
}

/** What a client said it said in the future it said at some time that is not known. */
function withoutFuture(owner: Owner, nowMs: number): Owner {
  if (!("entry" in owner) || (owner.entry.statusAtMs ?? 0) <= nowMs + slackMs) return owner;
  return { ...owner, entry: { ...owner.entry, statusAtMs: undefined } };
}

const isAhead = ({ newestMs = 0 }: LogState, nowMs: number): boolean => newestMs > nowMs + slackMs;

function writtenOf({ writtenMs }: LogState, nowMs: number): number | undefined {
  return writtenMs !== undefined && writtenMs <= nowMs + slackMs ? writtenMs : undefined;
}

function capped(log: LogState, nowMs: number): LogState {
  if (!isAhead(log, nowMs)) return log;
  const cap = (ms: number | undefined): number | undefined =>
    ms === undefined || ms <= nowMs ? ms : writtenOf(log, nowMs);
  return {
    ...log,
    newestMs: cap(log.newestMs),
    lastMs: cap(log.lastMs),
    calls: log.calls.map((call) => ({ ...call, atMs: cap(call.atMs) })),
  };
}
