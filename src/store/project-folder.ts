// A session's or an agent's file -> the project folder it stands in, as a path; two homes may hold the same project and the same session.
import { dirname, sep } from "node:path";

type Placed = { readonly path: string; readonly sessionStem?: string | undefined };

/** Agents stand in the folder of their session, or beside it. */
export function projectFolderOf({ path, sessionStem }: Placed): string {
  const at = sessionStem === undefined ? -1 : path.lastIndexOf(`${sep}${sessionStem}${sep}`);
  return at < 0 ? dirname(path) : path.slice(0, at);
}

/** Told apart by this, copies of a session in other homes keep their own agents. */
export const sessionKey = (file: Placed & { readonly stem: string }): string => keyIn(projectFolderOf(file), file.stem);

/** Undefined where only the agent's inside tells whose it is. */
export const ownerKey = (agent: Placed): string | undefined =>
  agent.sessionStem === undefined ? undefined : keyIn(projectFolderOf(agent), agent.sessionStem);

export const keyIn = (folder: string, session: string): string => `${folder}${sep}${session}`;
