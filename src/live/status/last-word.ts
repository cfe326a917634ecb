// The last word of a log -> sentences and states that follow from it alone; no registry, no guesses about silence.
import { type Logs, agentsAtWork } from "./agents.ts";
import type { Standing, LogState } from "./log-state.ts";
import type { StatusEvidence, StatusName } from "./status.ts";

/** The newest moment of the session or one of its agents. */
export function quietSince({ log, agents }: Pick<Logs, "log" | "agents">): number | undefined {
  let newestMs = log.newestMs;
  for (const agent of agents) newestMs = Math.max(newestMs ?? -Infinity, agent.log.newestMs ?? -Infinity);
  return newestMs === -Infinity ? undefined : newestMs;
}

/** The client compacts with an agent of this name, where it keeps that agent's log. */
const compactingAgent = /^acompact/;

export function isCompacting(logs: Logs): boolean {
  return logs.log.last.kind === "compaction" || agentsAtWork(logs).some(({ agentId }) => compactingAgent.test(agentId));
}

const limitWords = /rate.?limit|usage limit|limit reached|quota|hit your (?:[\w-]+ ){0,3}limit|out of (?:\w+ )?usage/i;

/** An API that says "later" limits; any other trouble is an error. */
export function failureStatus(last: Extract<Standing, { kind: "failure" | "retry" }>): StatusName {
  const isOverloaded = last.kind === "retry" && (last.code === 529 || last.code === 503);
  return last.code === 429 || isOverloaded || limitWords.test(last.text) ? "rate_limited" : "error";
}

export function lastEvidence({ last, lastMs }: LogState): readonly StatusEvidence[] {
  const text = lastText(last);
  return text === undefined ? [] : [{ source: "log", text, atMs: lastMs }];
}

function lastText(last: Standing): string | undefined {
  switch (last.kind) {
    case "nothing":
      return undefined;
    case "prompt":
      return "a prompt was given";
    case "thinking":
      return "the model spoke and goes on";
    case "result":
      return "a tool's result was given";
    case "interruption":
      return "a person interrupted it";
    case "command":
      return "a command of the client was done";
    case "compaction":
      return "a compaction began";
    case "answer":
      return last.isFinal ? "the model ended its turn" : "the model answered";
    case "failure":
      return `the turn ended with: ${last.text}`;
    case "retry":
      return `the API answered: ${last.text}`;
  }
}
