// A survey -> the flat list of logs that are counted, each with the session that it is charged to.
import type { Digest } from "../../graph/index.ts";
import type { Survey, SurveyedAgent, SurveyedSession } from "../survey.ts";

/** Who pays: a session with its agents, or the agents of a session whose log is gone. */
export type Account = {
  readonly id: string;
  readonly slug: string;
  readonly cwd: string | undefined;
  readonly title: string;
  readonly path: string | undefined;
  readonly forkOf: string | undefined;
  /** False for agents whose session's log is gone and was not kept. */
  readonly hasLog: boolean;
  readonly isDeleted: boolean;
};

export type CountedLog = {
  readonly path: string;
  readonly kind: "session" | "agent";
  readonly agentId: string | undefined;
  readonly digest: Digest;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Place in `Accounts.accounts`. */
  readonly account: number;
  /** An agent's session log. */
  readonly main?: CountedLog;
};

export type Accounts = { readonly accounts: readonly Account[]; readonly logs: readonly CountedLog[] };

export function accountsOf({ sessions, strays }: Pick<Survey, "sessions" | "strays">): Accounts {
  const accounts: Account[] = [];
  const logs: CountedLog[] = [];
  for (const session of sessions) {
    const account = accounts.push(sessionAccount(session)) - 1;
    const main = sessionLog(session, account);
    logs.push(main);
    for (const agent of session.agents) logs.push(agentLog(agent, account, main));
  }
  const orphaned = new Map<string, number>();
  for (const agent of strays) {
    const id = agent.sessionStem ?? agent.digest.sessionId ?? agent.agentId;
    const key = `${agent.slug}/${id}`;
    const account = orphaned.get(key) ?? accounts.push(strayAccount(agent, id)) - 1;
    orphaned.set(key, account);
    logs.push(agentLog(agent, account));
  }
  return { accounts, logs };
}

function sessionAccount({ id, slug, digest, path, forkOf, isDeleted }: SurveyedSession): Account {
  return { id, slug, cwd: digest.cwd, title: titleOf(digest), path, forkOf, hasLog: true, isDeleted };
}

function titleOf({ customTitle, aiTitle, summary, firstPrompt }: Digest): string {
  return customTitle ?? aiTitle ?? summary ?? firstPrompt ?? "";
}

function strayAccount({ slug, digest }: SurveyedAgent, id: string): Account {
  return { id, slug, cwd: digest.cwd, title: "", path: undefined, forkOf: undefined, hasLog: false, isDeleted: false };
}

function sessionLog({ path, digest, sizeBytes, modifiedMs }: SurveyedSession, account: number): CountedLog {
  return { path, kind: "session", agentId: undefined, digest, sizeBytes, modifiedMs, account };
}

function agentLog(agent: SurveyedAgent, account: number, main?: CountedLog): CountedLog {
  const { path, agentId, digest, sizeBytes, modifiedMs } = agent;
  return { path, kind: "agent", agentId, digest, sizeBytes, modifiedMs, account, ...(main && { main }) };
}
