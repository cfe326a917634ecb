// A path below a config home -> whether a session's or an agent's log stands there, and which folders can hold one; by names alone.
import { sep } from "node:path";
import { isUuid, placeOf } from "../../format/index.ts";
import type { TailedFile } from "./tail-event.ts";

/** Where a home's logs stand: below its `projects`, or, in a folder that is no config home, anywhere below it. */
export type Root = { readonly home: string; readonly path: string; readonly isProjects: boolean };

export function logAt(path: string, root: Root): Omit<TailedFile, "id"> | undefined {
  if (!path.endsWith(".jsonl")) return undefined;
  const place = placeOf(`projects${root.isProjects ? path.slice(root.path.length) : `${sep}${tailOf(path)}`}`);
  if (place.kind !== "session" && place.kind !== "agent") return undefined;
  const { slug } = place;
  const file = { path, home: root.home, slug };
  if (place.kind === "session") return { ...file, sessionStem: place.id, agentId: undefined };
  return { ...file, sessionStem: place.layout === "nested" ? place.sessionId : undefined, agentId: place.agentId };
}

/** By the end of the path: project and file, or session and what is below it. */
function tailOf(path: string): string {
  const parts = path.split(sep);
  const below = parts.lastIndexOf("subagents");
  // A file in a session's own folder, known by the folder's name, is no session.
  const isSidecar = isUuid(parts.at(-2) ?? "");
  return parts.slice(below > 1 ? below - 2 : isSidecar ? -3 : -2).join(sep);
}

/** Deep enough for every layout the client has used. */
const maxDepth = 8;
const projectDepth = 1;
const sessionDepth = 2;

/** `depth` is that of the folder in which `name` stands; the root's is 0. */
export function canHoldLogs(name: string, depth: number, root: Root): boolean {
  if (depth >= maxDepth) return false;
  if (!root.isProjects) return name !== "tool-results" && name !== "node_modules";
  if (depth === projectDepth) return name !== "memory";
  return depth !== sessionDepth || name === "subagents";
}
