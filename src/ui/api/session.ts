// Answers of /sessions and /status -> the sessions of the lists and what each does now.
import type { MadeBy } from "../../view/index.ts";
import { ask } from "./client.ts";
import {
  count,
  fieldsOf,
  flag,
  list,
  maybeCount,
  maybePart,
  maybeText,
  oneOf,
  text,
  texts,
  timeMs,
  type Fields,
  exact,
} from "./fields.ts";

export const statusNames = [
  "working",
  "running_command",
  "compacting",
  "waiting_approval",
  "asking_question",
  "waiting_input",
  "rate_limited",
  "error",
  "idle",
  "ended",
  "unknown",
] as const;
export type StatusName = (typeof statusNames)[number];

export type Evidence = { readonly source: string; readonly text: string; readonly atMs: number | undefined };

export type Status = {
  readonly status: StatusName;
  readonly confidence: "certain" | "likely" | "guess";
  readonly sinceMs: number | undefined;
  readonly evidence: readonly Evidence[];
  readonly call: { readonly tool: string; readonly about: string } | undefined;
  readonly agents: number;
};

export type LiveSession = Status & {
  readonly sessionId: string;
  readonly title: string;
  readonly project: string | undefined;
  readonly cwd: string | undefined;
};

export type Session = {
  readonly sessionId: string;
  readonly title: string;
  readonly project: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly state: string | undefined;
  readonly pendingTool: string | undefined;
  readonly tags: readonly string[];
  readonly expiresInDays: number | undefined;
  readonly forkedFrom: string | undefined;
  readonly madeBy: MadeBy | undefined;
  readonly turns: number | undefined;
  readonly agents: number;
  readonly sizeBytes: number;
  readonly endMs: number | undefined;
  readonly isBrief: boolean;
  readonly status: Status | undefined;
};

export type SessionPage = { readonly sessions: readonly Session[]; readonly total: number; readonly briefs: number };

export async function listSessions(
  params: {
    readonly limit: number;
    readonly offset?: number;
    readonly sort?: string;
    readonly tag?: string;
    readonly q?: string;
  },
  signal?: AbortSignal,
): Promise<SessionPage> {
  const fields = fieldsOf(await ask("/sessions", params, signal));
  return {
    sessions: list(fields, "sessions", decodeSession),
    total: count(fields, "total"),
    briefs: count(fields, "briefs"),
  };
}

export async function readStatus(): Promise<readonly LiveSession[]> {
  return list(fieldsOf(await ask("/status")), "sessions", decodeLive);
}

export function decodeLive(value: unknown): LiveSession {
  const fields = fieldsOf(value);
  return {
    ...decodeStatus(fields),
    sessionId: exact(fields, "sessionId"),
    title: text(fields, "title"),
    project: maybeText(fields, "project"),
    cwd: maybeText(fields, "cwd"),
  };
}

export function decodeStatus(fields: Fields): Status {
  const call = maybePart(fields, "call");
  return {
    status: oneOf(statusNames, fields["status"]),
    confidence: oneOf(["certain", "likely", "guess"], fields["confidence"]),
    sinceMs: timeMs(fields, "since"),
    evidence: list(fields, "evidence", decodeEvidence),
    call: call === undefined ? undefined : { tool: text(call, "tool"), about: text(call, "about") },
    agents: count(fields, "agents"),
  };
}

function decodeEvidence(value: unknown): Evidence {
  const fields = fieldsOf(value);
  return { source: text(fields, "source"), text: text(fields, "text"), atMs: timeMs(fields, "at") };
}

export function decodeMadeBy(fields: Fields): MadeBy | undefined {
  const made = maybePart(fields, "madeBy");
  return made && { command: text(made, "command"), from: text(made, "from"), turns: maybeText(made, "turns") };
}

function decodeSession(value: unknown): Session {
  const fields = fieldsOf(value);
  const status = maybePart(fields, "status");
  return {
    sessionId: exact(fields, "sessionId"),
    title: text(fields, "title"),
    project: maybeText(fields, "project"),
    cwd: maybeText(fields, "cwd"),
    gitBranch: maybeText(fields, "gitBranch"),
    model: maybeText(fields, "model"),
    state: maybeText(fields, "state"),
    pendingTool: maybeText(fields, "pendingTool"),
    tags: texts(fields, "tags"),
    expiresInDays: maybeCount(fields, "expiresInDays"),
    forkedFrom: maybeText(fields, "forkedFrom"),
    madeBy: decodeMadeBy(fields),
    turns: maybeCount(fields, "turns"),
    agents: count(fields, "agents"),
    sizeBytes: count(fields, "sizeBytes"),
    endMs: timeMs(fields, "end") ?? timeMs(fields, "modified"),
    isBrief: flag(fields, "isBrief"),
    status: status === undefined ? undefined : decodeStatus(status),
  };
}
