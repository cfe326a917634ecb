// The digest of a log -> the row that stands for its session in listings.
import { type Digest, type LastWord, syntheticModel } from "../graph/index.ts";
import { plural } from "./age.ts";
import { bounded, folderLength, titleLength } from "./bounded.ts";
import type { MadeBy } from "./made-by.ts";

/** What the log alone says of where a session stands. */
export const sessionStates = ["answered", "open-call", "unanswered", "interrupted", "error", "empty"] as const;
export type SessionState = (typeof sessionStates)[number];

/** What people should know of a session before they open it. */
export const sessionTags = ["damaged", "deleted", "expiring", "fork", "kept"] as const;
export type SessionTag = (typeof sessionTags)[number];

export type SessionRow = {
  readonly sessionId: string;
  readonly title: string;
  /** `clew-title`: a person's own note of it, which comes before what the log says. */
  readonly titleSource: "clew-title" | "custom-title" | "ai-title" | "summary" | "first-prompt" | "none";
  readonly project: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly state: SessionState;
  readonly pendingTool: string | undefined;
  readonly tags: readonly SessionTag[];
  /** Whole days until the client deletes the file, unless it changes before; 0 is today. */
  readonly expiresInDays: number | undefined;
  readonly forkedFrom: string | undefined;
  /** Undefined for what the client made itself. */
  readonly madeBy: MadeBy | undefined;
  readonly turns: number;
  readonly messages: number;
  readonly calls: number;
  readonly agents: number;
  readonly compactions: number;
  /** Damaged lines that repair would mend. */
  readonly damaged: number;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly modifiedMs: number;
  readonly sizeBytes: number;
  readonly versions: readonly string[];
  readonly path: string;
};

export type SessionFacts = {
  readonly id: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly agents: number;
  /** The session it repeats, where the listing found one that its own entries do not name. */
  readonly forkedFrom: string | undefined;
  readonly madeBy?: MadeBy | undefined;
  /** clew's data folder has a copy that is as new as the file. */
  readonly isKept?: boolean;
  /** The file is gone: this is what the ledger kept of it. */
  readonly isDeleted: boolean;
  /** When the client's clean-up takes the file; undefined when it never does. */
  readonly expiresMs: number | undefined;
  readonly nowMs: number;
};

const dayMs = 24 * 60 * 60 * 1000;
/** Sooner than this, a listing says so. */
const expiringDays = 7;

export function sessionRow(digest: Digest, facts: SessionFacts): SessionRow {
  const expiresInDays = facts.isDeleted ? undefined : daysUntil(facts.expiresMs, facts.nowMs);
  const forkedFrom = digest.forkedFrom ?? facts.forkedFrom;
  const { isKept = false } = facts;
  // What is kept is not lost when the client deletes its file.
  const isExpiring = !isKept && expiresInDays !== undefined && expiresInDays <= expiringDays;
  const tool = pendingToolOf(digest);
  const pendingTool = tool && bounded(tool, titleLength);
  const cwd = digest.cwd && bounded(digest.cwd, folderLength);
  const damaged = digest.damaged - digest.leftAlone;
  return {
    sessionId: facts.id,
    ...titleOf(digest),
    project: cwd === undefined ? undefined : lastPart(cwd),
    cwd,
    gitBranch: digest.gitBranch === "" ? undefined : digest.gitBranch && bounded(digest.gitBranch, titleLength),
    model: lastModel(digest),
    state: pendingTool === undefined ? stateBy[digest.last] : "open-call",
    pendingTool,
    tags: [
      ...(damaged > 0 ? (["damaged"] as const) : []),
      ...(facts.isDeleted ? (["deleted"] as const) : []),
      ...(isExpiring ? (["expiring"] as const) : []),
      ...(forkedFrom === undefined ? [] : (["fork"] as const)),
      ...(isKept ? (["kept"] as const) : []),
    ],
    expiresInDays,
    forkedFrom,
    madeBy: facts.madeBy,
    turns: digest.prompts.ids.length,
    messages: digest.messages.ids.length,
    calls: digest.calls.ids.length,
    agents: facts.agents,
    compactions: digest.compactions,
    damaged,
    startMs: digest.startMs,
    endMs: digest.endMs,
    modifiedMs: facts.modifiedMs,
    sizeBytes: facts.sizeBytes,
    versions: digest.versions.filter((version) => version !== ""),
    path: facts.path,
  };
}

/** That the client's clean-up will take its file, in the words of every list. */
export function expiryWords(days: number): string {
  return days === 0 ? "expires any time" : `expires in ${plural(days, "day")}`;
}

function daysUntil(expiresMs: number | undefined, nowMs: number): number | undefined {
  return expiresMs === undefined ? undefined : Math.max(0, Math.floor((expiresMs - nowMs) / dayMs));
}

export function titleOf(
  digest: Pick<Digest, "customTitle" | "aiTitle" | "summary" | "firstPrompt" | "task">,
): Pick<SessionRow, "title" | "titleSource"> {
  const candidates = [
    [digest.customTitle, "custom-title"],
    [digest.aiTitle, "ai-title"],
    [digest.summary, "summary"],
    [digest.firstPrompt ?? digest.task, "first-prompt"],
  ] as const;
  const found = candidates.find(([title]) => title !== undefined && title.trim() !== "");
  return found === undefined
    ? { title: "", titleSource: "none" }
    : { title: bounded((found[0] ?? "").replaceAll(/\s+/g, " ").trim(), titleLength), titleSource: found[1] };
}

/** The last part of a path of either kind of system. */
function lastPart(path: string): string {
  return path.split(/[\\/]+/).findLast((part) => part !== "") ?? path;
}

function lastModel({ messages, models }: Digest): string | undefined {
  for (let row = messages.ids.length - 1; row >= 0; row--) {
    const model = models[messages.models[row] ?? -1];
    if (model !== undefined && model !== "" && model !== syntheticModel) return model;
  }
  return undefined;
}

/** The last call, if the conversation stands at it: nothing but other calls and their results came behind it. */
function pendingToolOf({ last, calls, results, tools }: Digest): string | undefined {
  if (last !== "call" && last !== "result") return undefined;
  const lastCall = calls.ids.length - 1;
  const answered = new Set(results.ids);
  for (let row = lastCall; row >= 0 && row > lastCall - parallelCalls; row--) {
    const isOfLastMessage = (calls.times[row] ?? 0) >= (calls.times[lastCall] ?? 0) - besideMs;
    if (!isOfLastMessage) return undefined;
    if (!answered.has(calls.ids.at(row) ?? "")) return tools[calls.tools[row] ?? -1];
  }
  return undefined;
}

/** More calls than this do not run side by side. */
const parallelCalls = 32;
/** Calls of one message are written within this time. */
const besideMs = 60 * 1000;

const stateBy: Readonly<Record<LastWord, SessionState>> = {
  nothing: "empty",
  answer: "answered",
  error: "error",
  call: "answered",
  result: "unanswered",
  prompt: "unanswered",
  interruption: "interrupted",
  command: "answered",
};
