// Answers about one session or agent -> its head: what it is, its turns, agents, branches and compactions.
import type { MadeBy } from "../../view/index.ts";
import { ask, logPath } from "./client.ts";
import {
  count,
  fieldsOf,
  flag,
  list,
  maybeCount,
  maybePart,
  maybeText,
  part,
  text,
  texts,
  timeMs,
  exact,
  maybeExact,
} from "./fields.ts";
import { type Status, decodeMadeBy, decodeStatus } from "./session.ts";

export type Turn = {
  /** From 1; 0 is what stands in front of the first prompt. */
  readonly number: number;
  readonly label: string;
  readonly kind: string;
  readonly preview: string;
  readonly timeMs: number | undefined;
  readonly line: number;
  readonly row: number;
};

export type Agent = {
  readonly id: string;
  readonly type: string | undefined;
  readonly about: string;
  readonly row: number | undefined;
  readonly hasLog: boolean;
};

export type Branch = {
  readonly number: number;
  readonly forkRow: number | undefined;
  readonly rows: number;
  readonly turns: readonly Turn[];
};

export type Head = {
  readonly sessionId: string;
  readonly title: string;
  readonly project: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly versions: readonly string[];
  readonly bytes: number;
  readonly lines: number;
  readonly calls: number;
  readonly forkedFrom: string | undefined;
  readonly madeBy: MadeBy | undefined;
  /** clew's data folder has a copy that is as new as the log. */
  readonly isKept: boolean;
  readonly resume: string | undefined;
  readonly refused: string | undefined;
  readonly status: Status | undefined;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly rows: number;
  readonly revision: string;
  /** Only the beginning was read: what is counted is not known yet. */
  readonly isProvisional: boolean;
  readonly turns: readonly Turn[];
  readonly agents: readonly Agent[];
  readonly branches: readonly Branch[];
  readonly findings: { readonly error: number; readonly warning: number };
};

/** Which head, and whether the beginning of a long log is enough. */
export type HeadWish = { readonly id: string; readonly agent: string | undefined; readonly quick?: number };

export async function readHead({ id, agent, quick }: HeadWish, signal?: AbortSignal): Promise<Head> {
  const fields = fieldsOf(await ask(logPath(id, agent), { quick }, signal));
  const status = maybePart(fields, "status");
  const findings = part(fields, "findings");
  return {
    sessionId: exact(fields, "sessionId"),
    title: text(fields, "title"),
    project: maybeText(fields, "project"),
    cwd: maybeText(fields, "cwd"),
    gitBranch: maybeText(fields, "gitBranch"),
    model: maybeText(fields, "model"),
    versions: texts(fields, "versions"),
    bytes: count(fields, "bytes"),
    lines: count(fields, "lines"),
    calls: count(part(fields, "counts"), "calls"),
    forkedFrom: maybeText(part(fields, "state"), "forkedFrom"),
    madeBy: decodeMadeBy(fields),
    isKept: flag(fields, "isKept"),
    resume: maybeExact(fields, "resume"),
    refused: maybeText(fields, "refused"),
    status: status === undefined ? undefined : decodeStatus(status),
    startMs: timeMs(fields, "start"),
    endMs: timeMs(fields, "end"),
    rows: count(fields, "rows"),
    revision: exact(fields, "revision"),
    isProvisional: flag(fields, "isProvisional"),
    turns: list(fields, "turns", decodeTurn),
    agents: list(fields, "agents", decodeAgent),
    branches: list(fields, "branches", decodeBranch),
    findings: { error: count(findings, "error"), warning: count(findings, "warning") },
  };
}

function decodeTurn(value: unknown): Turn {
  const fields = fieldsOf(value);
  return {
    number: count(fields, "number"),
    label: text(fields, "label"),
    kind: text(fields, "kind"),
    preview: text(fields, "preview"),
    timeMs: timeMs(fields, "time"),
    line: count(fields, "line"),
    row: count(fields, "row"),
  };
}

function decodeAgent(value: unknown): Agent {
  const fields = fieldsOf(value);
  return {
    id: exact(fields, "id"),
    type: maybeText(fields, "agentType"),
    about: maybeText(fields, "description") ?? text(fields, "task"),
    row: maybeCount(fields, "row"),
    hasLog: flag(fields, "hasLog"),
  };
}

function decodeBranch(value: unknown): Branch {
  const fields = fieldsOf(value);
  return {
    number: count(fields, "number"),
    forkRow: maybeCount(fields, "forkRow"),
    rows: count(fields, "rows"),
    turns: list(fields, "turns", decodeTurn),
  };
}
