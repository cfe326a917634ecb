// The text of a query -> its tree, or what is wrong with it and where; the clock and the zone come with `spanOf`.
import { partRoles, wordsOf } from "../../graph/index.ts";
import { type TimeSpan, timeExamples } from "../day-moment.ts";
import { type Ending, type Query, everything, qualities, textFields } from "./query.ts";
import { QueryFault, type QueryProblem } from "./query-fault.ts";
import { optionalPieces } from "./regex-literal.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type Parsed =
  | { readonly kind: "query"; readonly query: Query }
  | { readonly kind: "problem"; readonly problem: QueryProblem };

/** The time that words like `2026-03-01` or `2 weeks ago` cover; undefined when they are no time. */
export type SpanOf = (words: string) => TimeSpan | undefined;

export function parseQuery(text: string, spanOf: SpanOf): Parsed {
  try {
    const tokens = tokensOf(text, (words) => spanOf(words) !== undefined);
    const parser = { tokens, place: 0, depth: 0, spanOf, end: text.length };
    const query = alternatives(parser);
    // Only a closing parenthesis stops the parser, and the tokens have checked those.
    if (isEverything(query)) throw new QueryFault(0, "expected words to look for", emptyHint);
    return { kind: "query", query };
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const column = Array.from(text.slice(0, error.at)).length + 1;
    return { kind: "problem", problem: { column, message: error.message, hint: error.hint } };
  }
}

const emptyHint = "signs alone are not looked at; --literal looks for any text";

type Parser = {
  readonly tokens: readonly Token[];
  place: number;
  depth: number;
  readonly spanOf: SpanOf;
  readonly end: number;
};

const isEverything = (query: Query): boolean => query.kind === "all" && query.of.length === 0;

function alternatives(parser: Parser): Query {
  const found = [conjunction(parser)];
  for (let token = parser.tokens[parser.place]; token?.kind === "or"; token = parser.tokens[parser.place]) {
    parser.place += 1;
    found.push(conjunction(parser));
  }
  const [first = everything, ...others] = found;
  return others.length === 0 ? first : { kind: "any", of: found };
}

function conjunction(parser: Parser): Query {
  const found: Query[] = [];
  let count = 0;
  for (;;) {
    const token = parser.tokens[parser.place];
    if (token?.kind === "and" && count > 0) {
      parser.place += 1;
      found.push(single(parser));
    } else if (token === undefined || token.kind === "or" || token.kind === "close" || token.kind === "and") break;
    else found.push(single(parser));
    count += 1;
  }
  if (count === 0) throw expected(parser, "expected words to look for");
  const wanted = found.filter((query) => !isEverything(query));
  const [only] = wanted;
  return wanted.length === 1 && only !== undefined ? only : { kind: "all", of: wanted };
}

function expected({ tokens, place, end }: Parser, message: string): QueryFault {
  return new QueryFault(
    tokens[place]?.at ?? end,
    message,
    "OR and AND stand between words, NOT before one; in double quotes they are words",
  );
}

function single(parser: Parser): Query {
  const token = parser.tokens[parser.place];
  if (token === undefined) throw expected(parser, "expected words to look for");
  parser.place += 1;
  switch (token.kind) {
    case "open":
      return deeper(parser, token.at, () => group(parser, token.at));
    case "minus": {
      const inner = deeper(parser, token.at, () => single(parser));
      return isEverything(inner) ? everything : { kind: "not", of: inner };
    }
    case "phrase":
      return words(token.text, token.isPrefix ? "prefix" : "whole");
    case "word":
      return words(token.text, token.text.endsWith("*") ? "prefix" : "whole");
    case "regex":
      return regex(token);
    case "field":
      return fieldQuery(token, parser.spanOf);
    case "close":
    case "or":
    case "and":
      parser.place -= 1;
      throw expected(parser, "expected words to look for");
  }
}

/** More than anybody means, and less than the index can take. */
const deepest = 16;

function deeper(parser: Parser, at: number, inside: () => Query): Query {
  if (parser.depth >= deepest) {
    throw new QueryFault(
      at,
      `expected at most ${deepest} levels of parentheses and minus signs`,
      "ask it more plainly",
    );
  }
  parser.depth += 1;
  const query = inside();
  parser.depth -= 1;
  return query;
}

function group(parser: Parser, at: number): Query {
  const query = alternatives(parser);
  const token = parser.tokens[parser.place];
  if (token?.kind !== "close") {
    const place = token?.at ?? parser.end;
    throw new QueryFault(place, "expected a closing parenthesis", `the group begins at column ${at + 1}`);
  }
  parser.place += 1;
  return query;
}

/** What the tokenizer splits is a phrase: `foo-bar` is foo beside bar. Signs alone ask for nothing. */
function words(text: string, ending: Ending): Query {
  const found = wordsOf(text);
  return found.length === 0 ? everything : { kind: "words", words: found, ending };
}

const mostOptional = 24;

function regex({ source, flags, at }: Extract<Token, { readonly kind: "regex" }>): Query {
  // Where a match begins and ends is ours to ask for.
  const wanted = flags.replaceAll(/[dgy]/g, "");
  try {
    void new RegExp(source, wanted);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/^Invalid regular expression: /, "").replace(/^Invalid flags.*/, "bad flags");
    throw new QueryFault(at, `this is no regular expression: ${reason}`, "the flags are i, m, s, u and v");
  }
  if (optionalPieces(source, wanted) > mostOptional) {
    const problem = `this expression has more than ${mostOptional} pieces with a question mark, which no engine runs in time`;
    throw new QueryFault(at, problem, "write a{0,60} for many of the same, or look for a part of it");
  }
  return { kind: "regex", source, flags: wanted };
}

function fieldQuery({ name, value, valueAt }: Extract<Token, { readonly kind: "field" }>, spanOf: SpanOf): Query {
  switch (name) {
    case "role":
      return anyOf(value, (one) => ({ kind: "role", role: oneOf(partRoles, one, valueAt) }));
    case "is":
      return anyOf(value, (one) => ({ kind: "is", what: oneOf(qualities, one, valueAt) }));
    case "tool":
      return anyOf(value, toolQuery);
    case "model":
      return anyOf(value, (text) => ({ kind: "model", text }));
  }
  const textField = textFields.find((known) => known === name);
  if (textField !== undefined) return { kind: textField, text: value };
  const span = spanOf(value);
  if (span === undefined) throw new QueryFault(valueAt, `${JSON.stringify(value)} is not a time`, timeHint);
  if (name !== "on") return { kind: name === "before" ? "before" : "after", ms: span.startMs };
  if (span.endMs === undefined)
    throw new QueryFault(valueAt, `${JSON.stringify(value)} is a moment, not a day`, "since: and before: take moments");
  return {
    kind: "all",
    of: [
      { kind: "after", ms: span.startMs },
      { kind: "before", ms: span.endMs },
    ],
  };
}

/** Commas part what is wanted: `tool:Bash,Read` is either. */
function anyOf(value: string, query: (one: string) => Query): Query {
  const found = value.split(",").flatMap((one) => (one.trim() === "" ? [] : [query(one.trim())]));
  const [only] = found;
  return found.length > 1 ? { kind: "any", of: found } : (only ?? query(value));
}

const toolQuery = (value: string): Query => ({
  kind: "tool",
  name: value.replace(/\*$/, ""),
  ending: value.endsWith("*") ? "prefix" : "whole",
});

const timeHint = `write it like ${timeExamples}`;

function oneOf<T extends string>(known: readonly T[], value: string, at: number): T {
  const found = known.find((each) => each === value.toLowerCase());
  if (found !== undefined) return found;
  throw new QueryFault(at, `expected one of ${known.join(", ")}`, `${JSON.stringify(value)} is none of them`);
}
