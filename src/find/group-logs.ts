// The logs that a group's figures came from -> how many sessions and agent logs they are, and in which folders they worked.
import { longSlugOf, slugOf } from "../format/index.ts";
import type { Accounts } from "./stats/accounts.ts";
import type { GroupName } from "./stats/grouping.ts";
import type { Selection } from "./stats/scope.ts";

type ProjectName = Extract<GroupName, { readonly by: "project" }>;

/** A slug is not injective: a project's name comes with every folder that its sessions name. */
export type NamedGroup =
  | Exclude<GroupName, ProjectName>
  | (ProjectName & {
      /** The first is `project`; none where no log tells its folder. */
      readonly folders: readonly string[];
    });

export type GroupLogs = { readonly sessions: number; readonly agentFiles: number };

/**
 * A session is its own log: the agents' logs alone make none. An agent's figures are its session's too, if that is meant
 * at all; so the parts of a group never count a session that the total does not.
 */
export function groupLogs(all: Accounts, { hasLog }: Selection): (touched: Iterable<number>) => GroupLogs {
  const meant = new Set(
    all.logs.flatMap(({ kind, account }, log) => (kind === "session" && hasLog(log) ? account : [])),
  );
  return (touched) => {
    const sessions = new Set<number>();
    let agentFiles = 0;
    for (const log of touched) {
      const { kind, account = -1 } = all.logs[log] ?? {};
      if (kind === "agent") agentFiles += 1;
      if (meant.has(account)) sessions.add(account);
    }
    return { sessions: sessions.size, agentFiles };
  };
}

/** The folder that the slug was made from comes first, then the one that most sessions name. */
export function withFolders(name: GroupName, { accounts, logs }: Accounts, touched: Iterable<number>): NamedGroup {
  if (name.by !== "project") return name;
  const sessions = new Map<string, number>();
  for (const account of new Set(Array.from(touched, (log) => logs[log]?.account ?? -1))) {
    const folder = accounts[account]?.cwd;
    if (folder !== undefined) sessions.set(folder, (sessions.get(folder) ?? 0) + 1);
  }
  const isOrigin = (folder: string): boolean => slugOf(folder) === name.slug || longSlugOf(folder) === name.slug;
  const folders = [...sessions]
    .sort(([a, m], [b, n]) => Number(isOrigin(b)) - Number(isOrigin(a)) || n - m || (a < b ? -1 : 1))
    .map(([folder]) => folder);
  return { ...name, project: folders[0] ?? name.slug, folders };
}
