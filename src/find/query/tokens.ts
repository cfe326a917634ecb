// The text of a query -> its tokens with their places: parentheses, OR, AND, NOT, phrases, expressions, fields and words.
import { QueryFault } from "./query-fault.ts";

export type Token = { readonly at: number } & (
  | { readonly kind: "open" | "close" | "or" | "and" | "minus" }
  | { readonly kind: "phrase"; readonly text: string; readonly isPrefix: boolean }
  | { readonly kind: "regex"; readonly source: string; readonly flags: string }
  | { readonly kind: "field"; readonly name: string; readonly value: string; readonly valueAt: number }
  | { readonly kind: "word"; readonly text: string }
);

export const fieldNames = [
  "role",
  "tool",
  "is",
  "file",
  "project",
  "branch",
  "model",
  "session",
  "title",
  "before",
  "after",
  "since",
  "on",
] as const;

/** What people write for a field that has another name here. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["path", "file"],
  ["folder", "project"],
  ["cwd", "project"],
  ["until", "before"],
  ["date", "on"],
]);

/** Fields whose value is a time, which may have blanks: `since:2 weeks ago`. */
const timeFields: readonly string[] = ["before", "after", "since", "on"];

/** Whether words are a time that a person may mean. */
export type IsTime = (words: string) => boolean;

export function tokensOf(text: string, isTime: IsTime): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) at += 1;
    else if (character === "(") {
      depth += 1;
      tokens.push({ kind: "open", at: at++ });
    } else if (character === ")") {
      if (depth === 0) throw new QueryFault(at, "there is no opening parenthesis to this one", quoteHint);
      depth -= 1;
      tokens.push({ kind: "close", at: at++ });
    } else if (character === "-" && /[^\s]/.test(text[at + 1] ?? " ")) tokens.push({ kind: "minus", at: at++ });
    else {
      const { token, end } = wordlike({ text, depth, isTime }, at);
      tokens.push(token);
      at = end;
    }
  }
  return tokens;
}

const quoteHint = "put the text in double quotes to look for it as it is";

type Read = { readonly token: Token; readonly end: number };

type Reading = { readonly text: string; readonly depth: number; readonly isTime: IsTime };

function wordlike(reading: Reading, at: number): Read {
  const { text, depth } = reading;
  if (text[at] === '"') return phrase(text, at);
  const regex = text[at] === "/" ? regexAt(text, at) : undefined;
  if (regex !== undefined) return regex;
  const end = wordEnd(text, at, depth);
  const word = text.slice(at, end);
  const named = /^([A-Za-z]+):(.*)$/su.exec(word);
  if (named !== null) {
    const field = fieldAt({ ...reading, at, end }, named[1] ?? "", named[2] ?? "");
    if (field !== undefined) return field;
  }
  const operator = operators.get(word);
  if (operator !== undefined) return { token: { kind: operator, at }, end };
  return { token: { kind: "word", text: word, at }, end };
}

const operators: ReadonlyMap<string, "or" | "and" | "minus"> = new Map([
  ["OR", "or"],
  ["AND", "and"],
  ["NOT", "minus"],
]);

function phrase(text: string, at: number): Read {
  const { value, end } = quoted(text, at);
  const isPrefix = text[end] === "*";
  return { token: { kind: "phrase", text: value, isPrefix, at }, end: isPrefix ? end + 1 : end };
}

function quoted(text: string, at: number): { readonly value: string; readonly end: number } {
  const close = text.indexOf('"', at + 1);
  if (close < 0) throw new QueryFault(text.length, "expected a closing quote", `the phrase begins at column ${at + 1}`);
  return { value: text.slice(at + 1, close), end: close + 1 };
}

const knownFlags = /^[dgimsuvy]*$/;

/** A path also begins with a slash: it is an expression only when a second slash ends the word, or letters that are flags. */
function regexAt(text: string, at: number): Read | undefined {
  let classAt: number | undefined;
  for (let end = at + 1; end < text.length; end++) {
    const character = text[end];
    if (character === "\\") end += 1;
    else if (character === "[") classAt ??= end;
    else if (character === "]") classAt = undefined;
    else if (character === "/" && end > at + 1) {
      const flags = flagsAt(text, end + 1);
      if (classAt === undefined && flags === undefined) return undefined;
      if (classAt === undefined && flags !== undefined) {
        checkFlags(flags, end + 1);
        return { token: { kind: "regex", source: text.slice(at + 1, end), flags, at }, end: end + 1 + flags.length };
      }
      if (flags !== undefined && !text.slice(end).includes("]"))
        throw new QueryFault(classAt ?? at, "expected a ] that closes this class of characters", pathHint);
    }
  }
  return undefined;
}

const pathHint = "a path is put in double quotes";

/** The letters that end the word there; undefined when something else does, or letters that nobody would take for flags. */
function flagsAt(text: string, at: number): string | undefined {
  const flags = /^[a-zA-Z]*(?=[\s)]|$)/.exec(text.slice(at, at + longestFlags + 1))?.[0];
  if (flags === undefined) return undefined;
  const unknown = Array.from(flags).filter((flag) => !knownFlags.test(flag)).length;
  const isSlip = unknown === 1 && flags.length <= longestSlip && new Set(flags).size === flags.length;
  return unknown === 0 || isSlip ? flags : undefined;
}

/** There are no more. */
const longestFlags = 8;
/** A longer word with a letter that is no flag is the last part of a path: `/usr/bin`, `/etc/ssh`. */
const longestSlip = 3;

function checkFlags(flags: string, at: number): void {
  const unknown = Array.from(flags).findIndex((flag) => !knownFlags.test(flag));
  if (unknown >= 0) throw new QueryFault(at + unknown, "expected one of the flags i, m, s, u and v", pathHint);
}

/** Parentheses that open inside a word belong to it: `main()`. */
function wordEnd(text: string, at: number, depth: number): number {
  let inner = 0;
  for (let end = at; end < text.length; end++) {
    const character = text[end] ?? "";
    if (character === '"' || /\s/.test(character)) return end;
    if (character === "(") inner += 1;
    else if (character === ")") {
      if (inner === 0 && depth > 0) return end;
      inner -= 1;
    }
  }
  return text.length;
}

type Span = Reading & { readonly at: number; readonly end: number };

function fieldAt(span: Span, written: string, value: string): Read | undefined {
  const { text, at } = span;
  const small = written.toLowerCase();
  const name = aliases.get(small) ?? small;
  const valueAt = at + written.length + 1;
  if (!fieldNames.some((known) => known === name)) {
    if (isNoField(written, value)) return undefined;
    throw new QueryFault(
      at,
      `there is no field ${small}`,
      `the fields are ${fieldNames.join(", ")}; put the text in double quotes to look for it as it is`,
    );
  }
  if (value === "" && text[valueAt] === '"') {
    const read = quoted(text, valueAt);
    return { token: { kind: "field", name, value: read.value, valueAt, at }, end: read.end };
  }
  if (value === "")
    throw new QueryFault(valueAt, `expected a value after ${small}:`, "no space stands behind the colon");
  const end = timeFields.includes(name) ? timeEnd(span, valueAt) : span.end;
  return { token: { kind: "field", name, value: text.slice(valueAt, end), valueAt, at }, end };
}

/** `https://`, `std::vector`, `localhost:3000`, `C:\\`, `TODO:this` and `note:` before a blank are words like others. */
const isNoField = (written: string, value: string): boolean =>
  written !== written.toLowerCase() || written.length < 2 || written === "localhost" || !/^[^:/\\]/.test(value);

/** `last 2 weeks ago` is as long as a time gets. */
const mostTimeWords = 4;

/** Behind as many words as make a time together, or behind the first. */
function timeEnd({ text, depth, isTime, end: firstEnd }: Span, valueAt: number): number {
  let best = firstEnd;
  let end = firstEnd;
  for (let count = 1; count < mostTimeWords; count++) {
    const next = /^\s+[^\s"]/.exec(text.slice(end));
    if (next === null) break;
    end = wordEnd(text, end + next[0].length - 1, depth);
    if (isTime(text.slice(valueAt, end))) best = end;
  }
  return best;
}
