// What a person writes for a project -> what its folder must contain: `.` is the folder one is in, `~` the person's own.
import { join, resolve } from "node:path";
import type { Query } from "../find/index.ts";
import type { Io } from "./io.ts";

type Here = Pick<Io, "cwd" | "userDir">;

export function projectText({ cwd, userDir }: Here, text: string): string {
  if (/^\.{1,2}(?:\/|$)/.test(text)) return resolve(cwd, text);
  return userDir !== undefined && /^~(?:\/|$)/.test(text) ? join(userDir, text.slice(1)) : text;
}

/** The same for every project that a query names. */
export function withProjects(io: Here, query: Query): Query {
  switch (query.kind) {
    case "all":
    case "any":
      return { ...query, of: query.of.map((part) => withProjects(io, part)) };
    case "not":
      return { ...query, of: withProjects(io, query.of) };
    case "project":
      return { ...query, text: projectText(io, query.text) };
    case "words":
    case "regex":
    case "literal":
    case "role":
    case "tool":
    case "is":
    case "file":
    case "branch":
    case "model":
    case "session":
    case "title":
    case "before":
    case "after":
      return query;
  }
}
