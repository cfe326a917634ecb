// A query -> the expression that its matches satisfy in the full-text index, perhaps among others; undefined when all would.
import type { Query } from "./query.ts";

export function ftsExpression(query: Query): string | undefined {
  switch (query.kind) {
    case "all": {
      const narrowing = query.of.map(ftsExpression).filter((part) => part !== undefined);
      return narrowing.length === 0 ? undefined : joined(narrowing, " AND ");
    }
    case "any": {
      const parts = query.of.map(ftsExpression);
      const narrowing = parts.filter((part) => part !== undefined);
      // One alternative that the index cannot narrow lets everything through.
      return parts.length === 0 || narrowing.length < parts.length ? undefined : joined(narrowing, " OR ");
    }
    case "words":
      // Words hold letters and digits alone: nothing in them needs escaping.
      return `"${query.words.join(" ")}"${query.ending === "prefix" ? " *" : ""}`;
    case "not":
    case "regex":
    case "literal":
    case "role":
    case "tool":
    case "is":
    case "file":
    case "project":
    case "branch":
    case "model":
    case "session":
    case "title":
    case "before":
    case "after":
      return undefined;
  }
}

const joined = (parts: readonly string[], between: string): string =>
  parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(between)})`;

/** Whether the index alone decides: then a match in it need not be looked at to be counted. */
export function isIndexExact(query: Query): boolean {
  switch (query.kind) {
    case "all":
    case "any":
      return query.of.every(isIndexExact);
    case "words":
      return true;
    case "not":
    case "regex":
    case "literal":
    case "role":
    case "tool":
    case "is":
    case "file":
    case "project":
    case "branch":
    case "model":
    case "session":
    case "title":
    case "before":
    case "after":
      return false;
  }
}
