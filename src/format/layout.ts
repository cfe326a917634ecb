// A path below a config home -> what stands there; the grammar of every file the client keeps, and never a path made from an id.
import { type AgentId, isAgentId } from "./ids.ts";

export type Place =
  /** `id` is the file's stem; a session whose stem is no UUID is told by the first `sessionId` inside. */
  | { readonly kind: "session"; readonly slug: string; readonly id: string }
  /** Up to 2.0.76: beside the sessions. Which session it belongs to is only told inside. */
  | { readonly kind: "agent"; readonly layout: "flat"; readonly slug: string; readonly agentId: AgentId }
  /** From 2.1.29: below the session's own folder, at any depth. */
  | {
      readonly kind: "agent";
      readonly layout: "nested";
      readonly slug: string;
      readonly sessionId: string;
      readonly agentId: AgentId;
    }
  | { readonly kind: "agent-meta"; readonly slug: string; readonly sessionId: string; readonly agentId: AgentId }
  | { readonly kind: "tool-result"; readonly slug: string; readonly sessionId: string; readonly name: string }
  | { readonly kind: "custom-title"; readonly slug: string; readonly sessionId: string }
  | { readonly kind: "resume-head"; readonly slug: string; readonly sessionId: string }
  | { readonly kind: "sessions-index"; readonly slug: string }
  | { readonly kind: "memory"; readonly slug: string; readonly name: string }
  | { readonly kind: "file-history"; readonly sessionId: string; readonly pathHash: string; readonly version: number }
  | { readonly kind: "todos"; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: "task"; readonly sessionId: string; readonly id: string }
  | { readonly kind: "history" }
  | { readonly kind: "registry"; readonly pid: number }
  | { readonly kind: "plan"; readonly name: string }
  | { readonly kind: "debug"; readonly sessionId: string }
  | { readonly kind: "unknown" };

/** There are thousands of paths, and hardly any has a backslash. */
function partsOf(path: string): readonly string[] {
  const parts = path.includes("\\") ? path.split(/[\\/]+/) : path.split("/");
  return parts.filter((part) => part !== "" && part !== ".");
}

/** `path` is relative to the config home; both `/` and `\` separate its parts. */
export function placeOf(path: string): Place {
  const [top = "", ...rest] = partsOf(path);
  if (rest.includes("..")) return unknown;
  switch (top) {
    case "projects":
      return projectPlace(rest);
    case "history.jsonl":
      return rest.length === 0 ? { kind: "history" } : unknown;
    case "file-history":
      return fileHistoryPlace(rest);
    case "todos":
      return matched(todosPattern, rest.join("/"), (sessionId, agentId) => ({ kind: "todos", sessionId, agentId }));
    case "tasks":
      return matched(/^([0-9A-Za-z_-]+)\/([^/]+)\.json$/, rest.join("/"), (sessionId, id) => ({
        kind: "task",
        sessionId,
        id,
      }));
    case "sessions":
      return matched(/^(\d+)\.json$/, rest.join("/"), (pid) => ({ kind: "registry", pid: Number(pid) }));
    case "plans":
      return matched(/^([^/]+)\.md$/, rest.join("/"), (plan) => ({ kind: "plan", name: plan }));
    case "debug":
      return matched(/^([^/]+)\.txt$/, rest.join("/"), (sessionId) => ({ kind: "debug", sessionId }));
  }
  return unknown;
}

const unknown = { kind: "unknown" } as const;
const todosPattern = /^([0-9a-f-]{36})-agent-([0-9A-Za-z_-]+)\.json$/i;

function matched(pattern: RegExp, text: string, place: (first: string, second: string) => Place): Place {
  const match = pattern.exec(text);
  return match === null ? unknown : place(match[1] ?? "", match[2] ?? "");
}

function projectPlace(parts: readonly string[]): Place {
  const [slug, second, third, ...deeper] = parts;
  if (slug === undefined || second === undefined) return unknown;
  if (third === undefined) return fileInProject(slug, second);
  if (second === "memory") return { kind: "memory", slug, name: [third, ...deeper].join("/") };
  return sidecarPlace(slug, second, [third, ...deeper]);
}

function fileInProject(slug: string, name: string): Place {
  if (name === "sessions-index.json") return { kind: "sessions-index", slug };
  if (!name.endsWith(".jsonl") || name === ".jsonl") return unknown;
  const agentId = agentIdOf(name, ".jsonl");
  if (agentId === undefined && name.startsWith("agent-")) return unknown;
  return agentId === undefined
    ? { kind: "session", slug, id: name.slice(0, -".jsonl".length) }
    : { kind: "agent", layout: "flat", slug, agentId };
}

function sidecarPlace(slug: string, sessionId: string, parts: readonly string[]): Place {
  const [folder = ""] = parts;
  const name = parts.at(-1) ?? "";
  if (parts.length === 1) {
    if (folder === "custom-title.json") return { kind: "custom-title", slug, sessionId };
    return folder === "resume-head.jsonl" ? { kind: "resume-head", slug, sessionId } : unknown;
  }
  if (folder === "tool-results") return { kind: "tool-result", slug, sessionId, name: parts.slice(1).join("/") };
  if (folder !== "subagents") return unknown;
  const agentId = agentIdOf(name, ".jsonl");
  if (agentId !== undefined) return { kind: "agent", layout: "nested", slug, sessionId, agentId };
  const metaOf = agentIdOf(name, ".meta.json");
  return metaOf === undefined ? unknown : { kind: "agent-meta", slug, sessionId, agentId: metaOf };
}

function fileHistoryPlace(parts: readonly string[]): Place {
  return matched(/^([^/]+)\/([0-9a-f]+@v\d+)$/, parts.join("/"), (sessionId, backup) => {
    const [pathHash = "", version = "0"] = backup.split("@v");
    return { kind: "file-history", sessionId, pathHash, version: Number(version) };
  });
}

function agentIdOf(name: string, ending: string): AgentId | undefined {
  if (!name.startsWith("agent-") || !name.endsWith(ending)) return undefined;
  const id = name.slice("agent-".length, name.length - ending.length);
  return isAgentId(id) ? id : undefined;
}
