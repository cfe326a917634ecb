// A session -> the row that stands for it in listings.
import type { Session } from "../graph/index.ts";

/** What the log alone says of where a session stands. */
export type SessionState = "answered" | "open-call" | "unanswered" | "interrupted" | "error" | "empty";

export type SessionRow = {
  readonly sessionId: string;
  readonly title: string;
  readonly titleSource: string;
  readonly project: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly state: SessionState;
  readonly pendingTool: string | undefined;
  readonly turns: number;
  readonly messages: number;
  readonly calls: number;
  readonly agents: number;
  readonly branches: number;
  readonly compactions: number;
  readonly damaged: number;
  readonly errors: number;
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
};

export function sessionRow(session: Session, facts: SessionFacts): SessionRow {
  const { description, log } = session;
  return {
    sessionId: facts.id,
    title: description.title,
    titleSource: description.titleSource,
    project: description.projectName,
    cwd: description.cwd,
    gitBranch: description.gitBranch,
    model: description.model,
    state: stateOf(session),
    pendingTool: description.pendingToolUse?.name,
    turns: session.turns.at(-1)?.number ?? 0,
    messages: description.messages,
    calls: session.calls.length,
    agents: facts.agents,
    branches: session.branches.length,
    compactions: session.compactions.length,
    damaged: log.tally.kinds.damaged,
    errors: session.findings.filter((finding) => finding.severity === "error").length,
    startMs: description.startMs,
    endMs: description.endMs,
    modifiedMs: facts.modifiedMs,
    sizeBytes: facts.sizeBytes,
    versions: description.versions,
    path: facts.path,
  };
}

function stateOf({ path, description, log }: Session): SessionState {
  if (description.pendingToolUse !== undefined) return "open-call";
  const last = path.findLast((node) => node.type === "assistant" || (node.type === "user" && !node.meta));
  if (last === undefined) return "empty";
  if (last.type === "assistant")
    return log.messages.get(last.messageId ?? last.id ?? "")?.isApiError === true ? "error" : "answered";
  if (last.prompt === "interruption") return "interrupted";
  return last.prompt === "local_command_output" || last.prompt === "command" ? "answered" : "unanswered";
}
