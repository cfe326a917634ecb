// Nothing -> which path asks what, and of which thread; one line per path, and docs/api.md tells what each answers.
import type { LaneName } from "../lane/question.ts";

export type Route = { readonly path: string; readonly lane: LaneName; readonly about: string };

const read = (path: string, about: string): Route => ({ path, lane: "read", about });
const look = (path: string, about: string): Route => ({ path, lane: "look", about });
const count = (path: string, about: string): Route => ({ path, lane: "count", about });

/** A session's own log, and the logs of its agents. */
const logs = ["/sessions/:id", "/sessions/:id/agents/:agentId"];

export const questionRoutes: readonly Route[] = [
  { path: "/sessions", lane: "list", about: "sessions" },
  ...logs.flatMap((log) => [
    read(log, "head"),
    read(`${log}/rows`, "rows"),
    read(`${log}/find`, "find"),
    read(`${log}/locate`, "locate"),
    read(`${log}/entry/:line`, "entry"),
    read(`${log}/entry/:line/image/:index`, "image"),
  ]),
  look("/sessions/:id/context", "context"),
  look("/sessions/:id/findings", "findings"),
  look("/sessions/:id/request", "request"),
  count("/sessions/:id/files", "session-files"),
  count("/sessions/:id/cost", "session-cost"),
  { path: "/search", lane: "search", about: "search" },
  count("/stats", "stats"),
  count("/cost", "cost"),
  count("/files", "files"),
  count("/files/versions", "file-versions"),
  count("/files/content", "file-content"),
  count("/files/diff", "file-diff"),
];
