// Logs that contributed to a figure -> what is known to be missing in them: damaged lines, agents whose logs are gone.
import { type Numbers, messageSidechain, resultError } from "../../graph/index.ts";
import { type Reason, reasonFor } from "../grade.ts";
import type { Accounts } from "./accounts.ts";
import type { Counted } from "./counted.ts";

export type Shortfalls = {
  /** Reasons of these logs and of the sessions they belong to. */
  readonly of: (logs: Iterable<number>) => readonly Reason[];
};

/** The tools that start an agent. */
const agentTools: ReadonlySet<string> = new Set(["Task", "Agent"]);

export function shortfallsOf({ accounts, logs }: Accounts, counted: Counted): Shortfalls {
  const missing = missingAgents({ accounts, logs }, counted);
  return {
    of(chosen) {
      let damaged = 0;
      const touched = new Set<number>();
      for (const log of chosen) {
        damaged += logs[log]?.digest.damaged ?? 0;
        touched.add(logs[log]?.account ?? -1);
      }
      let gone = 0;
      for (const account of touched) gone += missing[account] ?? 0;
      return [...reasonFor("damaged-lines", damaged), ...reasonFor("missing-agent-logs", gone)];
    },
  };
}

/** An agent that answered has written a log: by session, how many more answered than there are logs. */
function missingAgents({ accounts, logs }: Accounts, { calls, tools }: Counted): Int32Array {
  const missing = new Int32Array(accounts.length);
  const isAgentTool = tools.map((tool) => agentTools.has(tool));
  for (let row = 0; row < calls.count; row++) {
    if (isAgentTool[calls.tools[row] ?? -1] !== true) continue;
    const isAnswered = (calls.resultLogs[row] ?? -1) >= 0 && ((calls.flags[row] ?? 0) & resultError) === 0;
    const account = logs[calls.callLogs[row] ?? -1]?.account;
    if (isAnswered && account !== undefined) missing[account] = (missing[account] ?? 0) + 1;
  }
  for (const { kind, account, digest } of logs) {
    const had = missing[account] ?? 0;
    // Agents that wrote into the session's own log have none of their own.
    if (kind === "session" && hasSidechain(digest.messages.flags)) missing[account] = -logs.length;
    else if (kind === "agent" && digest.task !== "Warmup") missing[account] = had - 1;
  }
  return missing.map((count) => Math.max(0, count));
}

function hasSidechain(flags: Numbers): boolean {
  for (let row = 0; row < flags.length; row++) if (((flags[row] ?? 0) & messageSidechain) !== 0) return true;
  return false;
}
