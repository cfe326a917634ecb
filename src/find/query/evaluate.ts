// A query -> whether a part of an entry is what it asks for; one meaning for index and scan, nothing is read here.
import { type TextPart, indexText } from "../../graph/index.ts";
import { isInProject } from "../project-match.ts";
import { hasWildcard, pathGlob } from "../recover/path-glob.ts";
import { phraseIn } from "./phrase.ts";
import { type Quality, type Query, type RegexQuery, everything, nothing } from "./query.ts";

/** What stands around a part: its entry, its file, its session. */
export type PartContext = FileContext & {
  /** When it was said: its entry's own time, or that of what stands before it. */
  readonly timeMs: number;
  readonly branch: string | undefined;
  /** Who wrote it, when a model did. */
  readonly model: string | undefined;
  /** Written by an agent inside its session's own file. */
  readonly isSidechain: boolean;
  /** The call that a part makes or answers. */
  readonly call: (callId: string) => CallContext | undefined;
};

export type CallContext = { readonly tool: string; readonly file: string | undefined };

export type FileContext = {
  readonly slug: string;
  /** Of the session that a person would resume. */
  readonly sessionId: string;
  readonly isAgentFile: boolean;
  readonly title: () => string;
  /** The session's own, as its log tells it. */
  readonly folder: () => string | undefined;
  /** No part of the file can be later. */
  readonly latestSeconds: number;
};

export type Matcher = (part: TextPart, context: PartContext) => boolean;

export function evaluate(query: Query, part: TextPart, context: PartContext): boolean {
  return matcherOf(query)(part, context);
}

type Test = (subject: Subject) => boolean;
type Subject = { readonly part: TextPart; readonly context: PartContext; readonly indexed: () => string };

/** The same, made ready for many parts. */
export function matcherOf(query: Query): Matcher {
  const test = testOf(query);
  return (part, context) => {
    let indexed: string | undefined;
    return test({ part, context, indexed: () => (indexed ??= indexText(part.text)) });
  };
}

function testOf(query: Query): Test {
  switch (query.kind) {
    case "all": {
      const tests = query.of.map(testOf);
      return (subject) => tests.every((test) => test(subject));
    }
    case "any": {
      const tests = query.of.map(testOf);
      return (subject) => tests.some((test) => test(subject));
    }
    case "not": {
      const test = testOf(query.of);
      return (subject) => !test(subject);
    }
    case "words":
      return ({ indexed }) => phraseIn(indexed(), query) >= 0;
    case "regex": {
      const expression = new RegExp(query.source, query.flags);
      return ({ part }) => expression.test(part.text);
    }
    case "literal": {
      const { text } = query;
      const expression = new RegExp(literalSource(text), "i");
      return query.letters === "as-written"
        ? ({ part }) => part.text.includes(text)
        : ({ part }) => expression.test(part.text);
    }
    case "role":
      return ({ part }) => part.role === query.role;
    case "tool": {
      const name = query.name.toLowerCase();
      return ({ part, context }) => {
        const tool = toolOf(part, context)?.toLowerCase();
        return query.ending === "prefix" ? tool?.startsWith(name) === true : tool === name;
      };
    }
    case "is":
      return qualityTest(query.what);
    case "file":
      return fileTest(query.text);
    case "project":
      return ({ context }) => isInProject(context, query.text);
    case "branch":
      return ({ context }) => holds(context.branch, query.text);
    case "model":
      return ({ context }) => holds(context.model, query.text);
    case "session":
      return ({ context }) => isSession(context.sessionId, query.text);
    case "title":
      return ({ context }) => holds(context.title(), query.text);
    case "before":
      return ({ context }) => context.timeMs < query.ms;
    case "after":
      return ({ context }) => context.timeMs >= query.ms;
  }
}

function qualityTest(what: Quality): Test {
  switch (what) {
    case "error":
      return ({ part }) => part.isError;
    case "human":
      return ({ part }) => part.isHuman;
    case "agent":
      return ({ context }) => context.isAgentFile || context.isSidechain;
  }
}

/** With `*` or `?` it is a pattern of names, else a part of the path; letters of either case. */
function fileTest(text: string): Test {
  if (!hasWildcard(text)) return ({ part, context }) => holds(callOf(part, context)?.file, text);
  const fits = pathGlob(text.toLowerCase());
  return ({ part, context }) => {
    const file = callOf(part, context)?.file;
    return file !== undefined && fits(file.toLowerCase());
  };
}

const callOf = ({ callId }: TextPart, context: PartContext): CallContext | undefined =>
  callId === undefined ? undefined : context.call(callId);

export const toolOf = (part: TextPart, context: PartContext): string | undefined =>
  part.tool ?? callOf(part, context)?.tool;

const holds = (text: string | undefined, wanted: string): boolean =>
  text !== undefined && text.toLowerCase().includes(wanted.toLowerCase());

const isSession = (id: string, wanted: string): boolean => id.toLowerCase().startsWith(wanted.toLowerCase());

/** A text as the source of an expression that finds just it. */
export const literalSource = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** An expression that finds every match in turn. */
export const globalRegex = ({ source, flags }: RegexQuery): RegExp => new RegExp(source, `${flags}g`);

/** The query that is left to ask of the parts of a file; `nothing` when none of them can match. */
export function queryWithin(query: Query, file: FileContext): Query {
  switch (query.kind) {
    case "all":
      return conjunction(query.of.map((part) => queryWithin(part, file)));
    case "any":
      return disjunction(query.of.map((part) => queryWithin(part, file)));
    case "not": {
      const within = queryWithin(query.of, file);
      if (isNothing(within)) return everything;
      return isEverything(within) ? nothing : { kind: "not", of: within };
    }
    case "project":
      return isInProject(file, query.text) ? everything : nothing;
    case "session":
      return isSession(file.sessionId, query.text) ? everything : nothing;
    case "title":
      return holds(file.title(), query.text) ? everything : nothing;
    case "is":
      return query.what === "agent" && file.isAgentFile ? everything : query;
    case "after":
      return file.latestSeconds * 1000 < query.ms ? nothing : query;
    case "words":
    case "regex":
    case "literal":
    case "role":
    case "tool":
    case "file":
    case "branch":
    case "model":
    case "before":
      return query;
  }
}

export const isEverything = (query: Query): boolean => query.kind === "all" && query.of.length === 0;
export const isNothing = (query: Query): boolean => query.kind === "any" && query.of.length === 0;

function conjunction(parts: readonly Query[]): Query {
  if (parts.some(isNothing)) return nothing;
  const left = parts.filter((part) => !isEverything(part));
  const [only] = left;
  return left.length === 1 && only !== undefined ? only : { kind: "all", of: left };
}

function disjunction(parts: readonly Query[]): Query {
  if (parts.some(isEverything)) return everything;
  const left = parts.filter((part) => !isNothing(part));
  const [only] = left;
  return left.length === 1 && only !== undefined ? only : { kind: "any", of: left };
}
