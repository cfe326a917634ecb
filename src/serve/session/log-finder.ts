// A session's id, and an agent's -> the path of that log, looked up among the files that are there; ids are never joined into a path.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { isUuid } from "../../format/index.ts";
import {
  type AgentFile,
  type Discovered,
  type SessionFile,
  WorldError,
  discover,
  peekLog,
  projectFolderOf,
} from "../../store/index.ts";

export type LogFinder = {
  readonly found: () => Discovered;
  readonly session: (id: string) => SessionFile;
  readonly agents: (file: SessionFile) => readonly AgentFile[];
  readonly agent: (file: SessionFile, agentId: string) => AgentFile;
};

/** Looking through all folders is not done again for every question. */
const freshMs = 1000;

export function logFinder(homes: readonly string[], monotonicMs: () => number): LogFinder {
  let kept: { readonly found: Discovered; readonly atMs: number } | undefined;

  function found(): Discovered {
    const atMs = monotonicMs();
    if (kept === undefined || atMs - kept.atMs > freshMs) kept = { found: discover(homes), atMs };
    return kept.found;
  }

  return {
    found,
    session(id) {
      const wanted = id.toLowerCase();
      const known = kept === undefined ? undefined : sessionIn(kept.found, wanted);
      if (known !== undefined && statSync(known.path, { throwIfNoEntry: false }) !== undefined) return known;
      // One that was made, moved or deleted a moment ago is looked for, however fresh the last look is.
      kept = undefined;
      const file = sessionIn(found(), wanted);
      if (file !== undefined) return file;
      throw new WorldError("unknown-session", `there is no session ${JSON.stringify(id.slice(0, 64))}`, {
        hint: "it may have been deleted, or its home is not served here",
      });
    },
    agents: (file) => agentsOf(file, found()),
    agent(file, agentId) {
      const agent = agentsOf(file, found()).find((one) => one.agentId === agentId);
      if (agent !== undefined) return agent;
      throw new WorldError("not-found", `the session has no log of an agent ${JSON.stringify(agentId.slice(0, 64))}`, {
        hint: "the session's head names its agents",
      });
    },
  };
}

/** Of copies the newest counts: they come newest first. */
function sessionIn({ sessions }: Discovered, wanted: string): SessionFile | undefined {
  return (
    sessions.find(({ stem }) => stem.toLowerCase() === wanted) ??
    sessions.find((one) => !isUuid(one.stem) && idInside(one)?.toLowerCase() === wanted)
  );
}

function agentsOf({ path, stem }: SessionFile, { agents }: Discovered): readonly AgentFile[] {
  const folder = dirname(path);
  return agents.filter(
    (agent) =>
      projectFolderOf(agent) === folder &&
      (agent.sessionStem === undefined
        ? idInside(agent)?.toLowerCase() === stem.toLowerCase()
        : agent.sessionStem === stem),
  );
}

/** What cannot be read has no id to go by. */
function idInside({ path }: { readonly path: string }): string | undefined {
  try {
    return peekLog(path).sessionId;
  } catch (error) {
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}
