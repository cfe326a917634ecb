// A query and a text that matches it -> the words around its matches on one line, in at most two pieces, matches marked; not made safe for a terminal.
import { indexText, wordSpans } from "../../graph/index.ts";
import { globalRegex, literalSource } from "./evaluate.ts";
import { phraseIn } from "./phrase.ts";
import type { Query, WordsQuery } from "./query.ts";

export type SnippetPiece = { readonly text: string; readonly isMatch: boolean };
export type Snippet = {
  readonly pieces: readonly SnippetPiece[];
  /** Where the first match begins in the text. */
  readonly at: number;
};

type Span = { readonly start: number; readonly end: number };

const mostBefore = 60;
const matchesLimit = 50;

/** `length`: about how many characters to show. */
export function snippetOf(query: Query, text: string, length = 200): Snippet {
  const first = firstMatch(query, text) ?? { start: 0, end: 0 };
  const windows = windowsOf(query, text, { first, length });
  const pieces = windows.flatMap(({ start, end, match }, at) => {
    const shown = text.slice(start, end);
    const inside = match.start - start;
    const spans = matchesIn(query, shown).filter((span) => span.end > (at === 0 ? inside : 0));
    const known = spans.some((span) => span.start <= inside && span.end > inside)
      ? spans
      : [{ start: inside, end: match.end - start }, ...spans];
    return [...dots(start > 0), ...piecesOf(shown, merged(known))];
  });
  return { pieces: [...pieces, ...dots((windows.at(-1)?.end ?? 0) < text.length)], at: first.start };
}

/** Dots where the text goes on. */
const dots = (goesOn: boolean): readonly SnippetPiece[] => (goesOn ? [{ text: "…", isMatch: false }] : []);

type Window = Span & { readonly match: Span };

function windowAround(text: string, match: Span, length: number): Window {
  const before = Math.min(mostBefore, Math.floor(length / 2.2));
  const start = wordStart(text, Math.max(0, match.start - before), match.start);
  const end = wholeEnd(text, Math.min(text.length, Math.max(start + length, match.end)));
  // A match as long as a page is cut like any other text.
  return { start, end: Math.min(end, start + 4 * length), match };
}

/** Words of the query that stand too far away for one window get a second one; each is half as long then. */
function windowsOf(
  query: Query,
  text: string,
  { first, length }: { readonly first: Span; readonly length: number },
): readonly Window[] {
  const whole = windowAround(text, first, length);
  const missing = unseen(query, text, whole);
  if (missing.length === 0) return [whole];
  const half = windowAround(text, first, Math.floor(length / 2));
  const others = missing.map((match) => windowAround(text, match, Math.floor(length / 2)));
  const seen = ({ start, end }: Window): number =>
    missing.filter((match) => match.start >= start && match.end <= end).length;
  const second = others.reduce((best, window) => (seen(window) > seen(best) ? window : best));
  // Where both meet, they are one.
  return second.start > half.end ? [half, second] : [{ ...half, end: second.end }];
}

/** The first matches of what is not to be seen in a window. Expressions are not tried again. */
function unseen(query: Query, text: string, { start, end }: Window): readonly Span[] {
  const shown = text.slice(start, end);
  return wantedLeaves(query).flatMap((leaf) =>
    leaf.kind === "regex" || spansOf(leaf, shown, 1).length > 0
      ? []
      : spansOf(leaf, text, 1).filter((span) => span.start >= end),
  );
}

/** What is wanted, in the order it stands in the query; what is refused is never shown as found. */
function wantedLeaves(query: Query): readonly Query[] {
  switch (query.kind) {
    case "all":
    case "any":
      return query.of.flatMap(wantedLeaves);
    case "words":
    case "regex":
    case "literal":
      return [query];
    case "not":
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
      return [];
  }
}

/**
 * Expressions come last, in the order in which they were tried, and only until one matches: on another text than it was
 * tried on, or later than the one that matched, an expression could run for ever.
 */
function firstMatch(query: Query, text: string): Span | undefined {
  const leaves = wantedLeaves(query);
  const plain = leaves.filter(({ kind }) => kind !== "regex").flatMap((leaf) => spansOf(leaf, text, 1));
  if (plain.length > 0) return plain.reduce((first, span) => (span.start < first.start ? span : first));
  for (const leaf of leaves) {
    const [span] = spansOf(leaf, text, 1);
    if (span !== undefined) return span;
  }
  return undefined;
}

const matchesIn = (query: Query, text: string): readonly Span[] =>
  wantedLeaves(query).flatMap((leaf) => (leaf.kind === "regex" ? [] : spansOf(leaf, text, matchesLimit)));

function spansOf(leaf: Query, text: string, limit: number): readonly Span[] {
  switch (leaf.kind) {
    case "words":
      return wordMatches(leaf, text, limit);
    case "regex":
      return regexMatches(globalRegex(leaf), text, limit);
    case "literal":
      return regexMatches(
        new RegExp(literalSource(leaf.text), leaf.letters === "as-written" ? "g" : "gi"),
        text,
        limit,
      );
    case "all":
    case "any":
    case "not":
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
      return [];
  }
}

function regexMatches(expression: RegExp, text: string, limit: number): readonly Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(expression)) {
    // An expression that does not know of pairs may end in the middle of one: a character is found as a whole.
    found.push({ start: wholeEnd(text, match.index), end: wholeStart(text, match.index + match[0].length) });
    if (found.length >= limit) break;
  }
  return found;
}

function wordMatches(query: WordsQuery, text: string, limit: number): readonly Span[] {
  // Most texts do not hold it at all, and that is cheap to know.
  if (phraseIn(indexText(text), query) < 0) return [];
  const { words, ending } = query;
  const found: Span[] = [];
  const recent: { readonly word: string; readonly start: number; readonly end: number }[] = [];
  for (const span of wordSpans(text)) {
    recent.push(span);
    if (recent.length > words.length) recent.shift();
    if (recent.length < words.length) continue;
    const last = words.length - 1;
    const isFound = words.every((word, at) =>
      at === last && ending === "prefix" ? recent[at]?.word.startsWith(word) === true : recent[at]?.word === word,
    );
    if (isFound) found.push({ start: recent[0]?.start ?? 0, end: span.end });
    if (found.length >= limit) break;
  }
  return found;
}

function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
  }
  return result;
}

function piecesOf(text: string, spans: readonly Span[]): readonly SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    pieces.push({ text: oneLine(text.slice(at, start)), isMatch: false });
    pieces.push({ text: oneLine(text.slice(start, end)), isMatch: true });
    at = Math.min(end, text.length);
  }
  pieces.push({ text: oneLine(text.slice(at)), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

const oneLine = (text: string): string => text.replaceAll(/[\s\u2028\u2029]+/g, " ");

/** Not in the middle of a word, if a space stands before the match, and never in the middle of a character. */
function wordStart(text: string, at: number, end: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, end).search(/\s/);
  return space < 0 ? wholeEnd(text, at) : at + space + 1;
}

const isInside = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

const wholeEnd = (text: string, at: number): number => (isInside(text, at) ? at - 1 : at);
const wholeStart = (text: string, at: number): number => (isInside(text, at) ? at + 1 : at);
