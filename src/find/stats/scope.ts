// What a person asks about, by time, project and session -> which logs and rows are meant.
import { isInProject } from "../project-match.ts";
import type { Account, Accounts, CountedLog } from "./accounts.ts";

export type Scope = {
  readonly sinceMs?: number;
  /** This moment itself is not meant any more. */
  readonly beforeMs?: number;
  /** A part of the project's folder, in its own or the client's spelling. */
  readonly project?: string;
  /** One session alone, with its agents: the path of its log. */
  readonly session?: string;
};

export type Selection = {
  readonly has: (log: number, timeMs: number) => boolean;
  /** Whether any of the log may be meant: those of the project that reach into the time. */
  readonly hasLog: (log: number) => boolean;
};

export function selectionOf({ accounts, logs }: Accounts, { sinceMs, beforeMs, project, session }: Scope): Selection {
  const since = sinceMs ?? -Infinity;
  const before = beforeMs ?? Infinity;
  const chosen = accounts.map(
    (account) => isIn(account, project) && (session === undefined || account.path === session),
  );
  const inProject = Uint8Array.from(logs, ({ account }) => (chosen[account] === true ? 1 : 0));
  return {
    has: (log, timeMs) => inProject[log] === 1 && timeMs >= since && timeMs < before,
    hasLog: (log) => inProject[log] === 1 && reaches(logs[log], since, before),
  };
}

const isIn = ({ slug, cwd }: Account, project: string | undefined): boolean =>
  project === undefined || isInProject({ slug, folder: () => cwd }, project);

function reaches(log: CountedLog | undefined, since: number, before: number): boolean {
  if (log === undefined) return false;
  const { digest, modifiedMs } = log;
  return (digest.endMs ?? modifiedMs) >= since && (digest.startMs ?? modifiedMs) < before;
}
