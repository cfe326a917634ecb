// A few words -> entries, a registry and the time, and the status clew makes of them; every entry comes ten seconds after the last.
import { type JsonObject, decodeLine, splitLines } from "../../src/format/index.ts";
import {
  type AgentLogState,
  type LogState,
  type Owner,
  type RegistryEntry,
  type Status,
  emptyLog,
  foldLog,
  statusOf,
} from "../../src/live/index.ts";

export const startMs = Date.UTC(2030, 0, 1);
const stepMs = 10_000;

export const prompt = (text = "Do it."): JsonObject => ({ type: "user", message: { role: "user", content: text } });
export const answer = (stopReason: string | null = "end_turn"): JsonObject => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text: "Done." }], stop_reason: stopReason },
});
export const call = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "tool_use", id, name, input }], stop_reason: "tool_use" },
});
export const bash = (id: string, command = "npm test"): JsonObject => call(id, "Bash", { command });
export const result = (id: string, more: JsonObject = {}): JsonObject => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
  ...more,
});
export const apiError = (status: number, text: string): JsonObject => ({
  type: "assistant",
  isApiErrorMessage: true,
  apiErrorStatus: status,
  message: { role: "assistant", model: "<synthetic>", content: [{ type: "text", text }], stop_reason: "stop_sequence" },
});
export const system = (subtype: string, more: JsonObject = {}): JsonObject => ({ type: "system", subtype, ...more });

/** `version` stands in every entry, as the client writes it. */
export function logOf(
  entries: readonly JsonObject[],
  { of = "session", version = "2.1.325" }: { readonly of?: LogState["of"]; readonly version?: string } = {},
): LogState {
  const text = entries
    .map((entry, at) => JSON.stringify({ timestamp: new Date(startMs + at * stepMs).toISOString(), version, ...entry }))
    .join("\n");
  return [...splitLines([Buffer.from(`${text}\n`)])].map(decodeLine).reduce(foldLog, emptyLog(of));
}

export type Case = {
  readonly entries: readonly JsonObject[];
  readonly version?: string;
  readonly agents?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly owner?: Owner;
  /** Seconds since the last entry. */
  readonly quiet?: number;
};

export function statusIn({ entries, version, agents = {}, owner = { kind: "no-registry" }, quiet = 1 }: Case): Status {
  const log = logOf(entries, version === undefined ? {} : { version });
  const own = Object.entries(agents).map(([agentId, said]): AgentLogState => ({
    agentId,
    log: logOf(said, { of: "agent" }),
  }));
  const nowMs = startMs + Math.max(0, entries.length - 1) * stepMs + quiet * 1000;
  return statusOf({ log, agents: own, owner, nowMs });
}

/** A client that runs and says this. */
export function says(status: string | undefined, more: Partial<RegistryEntry> = {}): Owner {
  const entry: RegistryEntry = {
    path: "/home/sessions/7.json",
    pid: 7,
    sessionId: "s",
    process: "running",
    status,
    waitingFor: undefined,
    statusAtMs: startMs,
    startedMs: startMs,
    version: "2.1.325",
    name: undefined,
    ...more,
  };
  return { kind: entry.process, entry };
}
