// What a person looks for, understood: the tree that index and scan both answer.
import type { PartRole } from "../../graph/index.ts";

export type Query =
  | { readonly kind: "all"; readonly of: readonly Query[] }
  | { readonly kind: "any"; readonly of: readonly Query[] }
  | { readonly kind: "not"; readonly of: Query }
  | WordsQuery
  | RegexQuery
  | LiteralQuery
  | { readonly kind: "role"; readonly role: PartRole }
  | { readonly kind: "tool"; readonly name: string; readonly ending: Ending }
  | { readonly kind: "is"; readonly what: Quality }
  | { readonly kind: TextField; readonly text: string }
  | { readonly kind: "before" | "after"; readonly ms: number };

/** Words that stand side by side; of the last one perhaps only the beginning. */
export type WordsQuery = { readonly kind: "words"; readonly words: readonly string[]; readonly ending: Ending };
export type RegexQuery = { readonly kind: "regex"; readonly source: string; readonly flags: string };
/** Text inside words too; small letters alone mean either case. */
export type LiteralQuery = { readonly kind: "literal"; readonly text: string; readonly letters: Letters };

export type Ending = "whole" | "prefix";
export type Letters = "as-written" | "either-case";

export const qualities = ["error", "human", "agent"] as const;
export type Quality = (typeof qualities)[number];

export const textFields = ["file", "project", "branch", "model", "session", "title"] as const;
export type TextField = (typeof textFields)[number];

/** Matches every part: what a query without conditions comes to. */
export const everything: Query = { kind: "all", of: [] };
export const nothing: Query = { kind: "any", of: [] };

/** The whole text as one string: capitals ask for themselves, as in ripgrep's smart case. */
export function literalQuery(text: string): LiteralQuery {
  const isExact = text.length > longestFolded || /\p{Lu}/u.test(text);
  return { kind: "literal", text, letters: isExact ? "as-written" : "either-case" };
}

/** A longer text is looked for as it is: an expression for both cases of it would be too large for the engine. */
const longestFolded = 8192;

/** Every leaf of the tree, whether it is wanted or not. */
export function* leavesOf(query: Query): Generator<Query, void, undefined> {
  switch (query.kind) {
    case "all":
    case "any":
      for (const part of query.of) yield* leavesOf(part);
      return;
    case "not":
      yield* leavesOf(query.of);
      return;
    case "words":
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
      yield query;
  }
}

/** Whether it looks inside words, which no index can. */
export function looksInsideWords(query: Query): boolean {
  for (const { kind } of leavesOf(query)) if (kind === "regex" || kind === "literal") return true;
  return false;
}

export function hasRegex(query: Query): boolean {
  for (const { kind } of leavesOf(query)) if (kind === "regex") return true;
  return false;
}
