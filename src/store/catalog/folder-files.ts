// Discovered files <-> their names by folder, from which they can be told again without reading a path piece by piece.
import { sep } from "node:path";
import { isAgentId } from "../../format/index.ts";
import type { AgentFile, Discovered, FileFacts, OutputFile, SessionFile } from "../discover.ts";

/** The files of one folder; what they have in common is said once. */
export type FolderFiles = {
  readonly root: number;
  /** Below its root. */
  readonly path: string;
  readonly slug: string;
  /** The session whose folder it stands in. */
  readonly session: string | undefined;
  readonly layout: AgentFile["layout"];
  /** Stems, ids and names. */
  readonly sessions: readonly string[];
  readonly agents: readonly string[];
  readonly outputs: readonly string[];
};

type Roots = readonly { readonly path: string; readonly realPath: string }[];
type Shared = Pick<FolderFiles, "slug" | "session" | "layout">;

const sessionName = (stem: string): string => `${stem}.jsonl`;
const agentName = (id: string): string => `agent-${id}.jsonl`;

/** Undefined when some file cannot be told by its folder and name alone. */
export function filesByFolder(found: Discovered, roots: Roots): readonly FolderFiles[] | undefined {
  const groups = new Map<string, Group>();
  const isAll =
    found.agents.every((file) => {
      const { slug, sessionStem: session, layout, agentId } = file;
      const group = groupOf(file, agentName(agentId), { slug, session, layout });
      return group !== undefined && group.agents.push(agentId) > 0;
    }) &&
    found.outputs.every((file) => {
      const group = groupOf(file, file.name, { slug: file.slug, session: file.sessionStem, layout: "nested" });
      return group !== undefined && group.outputs.push(file.name) > 0;
    }) &&
    // Last, for these are in another order than their folders.
    found.sessions.every((file) => {
      const group = groupOf(file, sessionName(file.stem), { slug: file.slug, session: undefined, layout: "flat" });
      return group !== undefined && group.sessions.push(file.stem) > 0;
    });
  return isAll ? [...groups.values()] : undefined;

  function groupOf({ path, realPath }: FileFacts, name: string, shared: Shared): Group | undefined {
    const root = roots.findIndex((each) => path.startsWith(`${each.path}${sep}`));
    const { path: rootPath = "", realPath: realRoot = "" } = roots[root] ?? {};
    const folder = path.slice(rootPath.length, -name.length - sep.length);
    const isTold = `${folder}${sep}${name}` === path.slice(rootPath.length);
    if (root < 0 || !isTold || `${realRoot}${path.slice(rootPath.length)}` !== realPath) return undefined;
    const group = groups.get(`${root}${folder}`) ?? {
      root,
      path: folder,
      ...shared,
      sessions: [],
      agents: [],
      outputs: [],
    };
    groups.set(`${root}${folder}`, group);
    const isAlike = group.slug === shared.slug && group.session === shared.session && group.layout === shared.layout;
    return isAlike ? group : undefined;
  }
}

type Group = FolderFiles & { readonly sessions: string[]; readonly agents: string[]; readonly outputs: string[] };

type Look = (path: string, realPath: string) => FileFacts;

/** In the order of discovery. */
export function rebuilt(groups: readonly FolderFiles[], roots: Roots, look: Look): Discovered {
  const sessions: SessionFile[] = [];
  const agents: AgentFile[] = [];
  const outputs: OutputFile[] = [];
  for (const group of groups) {
    const { slug, session, layout } = group;
    const { path = "", realPath = "" } = roots[group.root] ?? {};
    const facts = (name: string): FileFacts =>
      look(`${path}${group.path}${sep}${name}`, `${realPath}${group.path}${sep}${name}`);
    for (const stem of group.sessions) sessions.push({ ...facts(sessionName(stem)), slug, stem });
    for (const agentId of group.agents)
      if (isAgentId(agentId))
        agents.push({ ...facts(agentName(agentId)), slug, agentId, layout, sessionStem: session });
    for (const name of group.outputs) outputs.push({ ...facts(name), slug, sessionStem: session ?? "", name });
  }
  sessions.sort((a, b) => b.modifiedMs - a.modifiedMs || a.path.localeCompare(b.path));
  return { sessions, agents, outputs, unreadable: [] };
}
