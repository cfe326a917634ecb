// The text of a query -> its tree, or what is wrong with it and where; the clock and the zone come with `momentOf`.
import { partRoles, wordsOf } from "../../graph/index.ts";
import { type Ending, type Query, everything, qualities, textFields } from "./query.ts";
import { QueryFault, type QueryProblem } from "./query-fault.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type Parsed =
  | { readonly kind: "query"; readonly query: Query }
  | { readonly kind: "problem"; readonly problem: QueryProblem };

/** The first moment that words like `2026-03-01` or `2 weeks ago` cover; undefined when they are no time. */
export type MomentOf = (words: string) => number | undefined;

export function parseQuery(text: string, momentOf: MomentOf): Parsed {
  try {
    const parser = { tokens: tokensOf(text), place: 0, depth: 0, momentOf, end: text.length };
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
  readonly momentOf: MomentOf;
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
    "OR and AND stand between words; in double quotes they are words",
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
      return fieldQuery(token, parser.momentOf);
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
  return { kind: "regex", source, flags: wanted };
}

function fieldQuery({ name, value, valueAt }: Extract<Token, { readonly kind: "field" }>, momentOf: MomentOf): Query {
  const textField = textFields.find((known) => known === name);
  if (textField !== undefined) return { kind: textField, text: value };
  switch (name) {
    case "role":
      return { kind: "role", role: oneOf(partRoles, value, valueAt) };
    case "is":
      return { kind: "is", what: oneOf(qualities, value, valueAt) };
    case "tool":
      return { kind: "tool", name: value.replace(/\*$/, ""), ending: value.endsWith("*") ? "prefix" : "whole" };
  }
  const ms = momentOf(value);
  if (ms === undefined) throw new QueryFault(valueAt, `${JSON.stringify(value)} is not a time`, timeHint);
  return { kind: name === "before" ? "before" : "after", ms };
}

const timeHint = `write it like 2026-03-01, 2026-03-01T14:30Z, yesterday, 3d or "2 weeks ago"`;

function oneOf<T extends string>(known: readonly T[], value: string, at: number): T {
  const found = known.find((each) => each === value.toLowerCase());
  if (found !== undefined) return found;
  throw new QueryFault(at, `expected one of ${known.join(", ")}`, `${JSON.stringify(value)} is none of them`);
}
