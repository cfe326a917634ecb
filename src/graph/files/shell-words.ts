// A shell command -> its parts: words, where output goes, here-documents, and how they hang together; nothing is run.
import { type Word, takeWord } from "./shell-word.ts";

export type Redirect = {
  /** other: not the output goes there, but something. */
  readonly kind: "write" | "append" | "other";
  readonly to: Word;
};
export type SimpleCommand = {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** What it reads; undefined text where that is not spelt out. */
  readonly input: { readonly text: string | undefined } | undefined;
  /** Whether its output is turned elsewhere once more. */
  readonly isTurned: boolean;
  readonly after: "start" | ";" | "&&" | "||" | "|";
  /** Whether it stands in, or behind, something that is no plain list of commands: a loop, a choice, a subshell. */
  readonly isOdd: boolean;
};
export type ParsedShell = {
  readonly commands: readonly SimpleCommand[];
  /** Those that are run to make a word of another. */
  readonly inner: readonly SimpleCommand[];
  /** What could not be read, if anything. */
  readonly rest: string;
};

/** Longer commands are programs, not plain ones. */
const maxLength = 1_000_000;
const deepest = 8;

type Draft = {
  words: Word[];
  redirects: Redirect[];
  input: SimpleCommand["input"];
  isTurned: boolean;
  after: SimpleCommand["after"];
  isOdd: boolean;
  /** Read from a file: a here-document does not count. */
  isFed: boolean;
};
type Waiting = { readonly draft: Draft; readonly mark: string; readonly quoted: boolean; readonly tabs: boolean };

export function parseShell(command: string, depth = 0): ParsedShell {
  if (command.length > maxLength || depth > deepest)
    return { commands: [], inner: [], rest: command.slice(0, maxLength) };
  const commands: Draft[] = [];
  const inside: SimpleCommand[] = [];
  const waiting: Waiting[] = [];
  let isOdd = false;
  let draft: Draft = emptyDraft("start", isOdd);
  let at = 0;

  const close = (after: SimpleCommand["after"]): void => {
    if (draft.words.length > 0 || draft.redirects.length > 0) commands.push(draft);
    draft = emptyDraft(after, isOdd);
  };
  /** From here on nothing is a plain list any more. */
  const turnOdd = (): void => {
    isOdd = true;
    close(";");
  };
  const take = (inner: readonly string[]): void => {
    for (const text of inner) {
      const parsed = parseShell(text, depth + 1);
      for (const each of [...parsed.commands, ...parsed.inner]) inside.push({ ...each, isOdd: true });
    }
  };
  const done = (rest: string): ParsedShell => {
    close(";");
    return { commands, inner: inside, rest };
  };

  while (at < command.length) {
    const rest = command.slice(at, at + 4);
    const char = command.charAt(at);
    if (char === "\n") {
      // A line may end behind `&&`.
      if (draft.words.length > 0 || draft.redirects.length > 0) close(";");
      const next = takeDocuments(command, at + 1, waiting);
      if (next === undefined) return done(command.slice(at));
      at = next;
    } else if (char === " " || char === "\t") at += 1;
    else if (rest.startsWith("\\\n")) at += 2;
    else if (char === "#") at = lineEnd(command, at);
    else if (rest.startsWith("&&") || rest.startsWith("||")) {
      close(rest.startsWith("&&") ? "&&" : "||");
      at += 2;
    } else if (char === ";" || char === "|") {
      if (rest.startsWith(";;")) turnOdd();
      close(char);
      at += rest.startsWith(";;") || rest.startsWith("|&") ? 2 : 1;
    } else if (char === "&" && !rest.startsWith("&>")) {
      close(";");
      // What runs beside the rest may end later, or fail unseen.
      for (let back = commands.length - 1; back >= 0; back--) {
        const each = commands[back];
        if (each === undefined) break;
        each.isOdd = true;
        if (each.after === ";" || each.after === "start") break;
      }
      turnOdd();
      at += 1;
    } else if (char === "(" || char === ")" || /^[{}]([\s;&|]|$)/.test(rest)) {
      turnOdd();
      at += 1;
    } else if (char === "<" || char === ">" || rest.startsWith("&>") || /^[0-9]+[<>]/.test(rest)) {
      const next = /^<\(|^>\(/.test(rest) ? undefined : takeRedirect(command, at, { draft, waiting, take });
      if (next === undefined) {
        // A process in place of a file.
        if (!/^[<>]\(/.test(rest)) return done(command.slice(at));
        isOdd = true;
        draft.isOdd = true;
        at += 1;
      } else at = next;
    } else {
      const taken = takeWord(command, at);
      if (taken === undefined) return done(command.slice(at));
      const isStart = draft.words.length === 0 && !taken.quoted;
      take(taken.inner);
      at = taken.next;
      if (isStart && taken.word.text === "[[") {
        const end = command.indexOf("]]", at);
        if (end === -1) return done(command.slice(at));
        draft.words.push(taken.word);
        at = end + 2;
      } else if (isStart && joints.test(taken.word.text)) turnOdd();
      else {
        if (isStart && /^(for|select|case|function|coproc)$/.test(taken.word.text)) turnOdd();
        draft.words.push(taken.word);
      }
    }
  }
  return done(waiting.length === 0 ? "" : " ");
}

const emptyDraft = (after: SimpleCommand["after"], isOdd: boolean): Draft => ({
  words: [],
  redirects: [],
  input: undefined,
  isTurned: false,
  after,
  isOdd,
  isFed: false,
});

/** Words between commands. */
const joints = /^(if|then|elif|else|fi|while|until|do|done|esac|time|!)$/;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

type Around = {
  readonly draft: Draft;
  readonly waiting: Waiting[];
  readonly take: (inner: readonly string[]) => void;
};

function takeRedirect(command: string, from: number, { draft, waiting, take }: Around): number | undefined {
  const found = /^([0-9]*)(&>>|&>|>>|>\||>&|>|<<<|<<-|<<|<&|<>|<)[ \t]*/.exec(command.slice(from, from + 64));
  if (found === null) return undefined;
  const [all, descriptor = "", operator = ""] = found;
  const taken = takeWord(command, from + all.length);
  if (taken === undefined) return undefined;
  const { word, next, quoted } = taken;
  const isOutput = descriptor === "" || descriptor === "1";
  take(taken.inner);
  switch (operator) {
    case ">&":
      if (/^(\d+-?|-)$/.test(word.text)) {
        if (isOutput) draft.isTurned = true;
        return next;
      }
      draft.redirects.push({ kind: "write", to: word });
      return next;
    case ">":
    case ">|":
    case ">>":
    case "&>":
    case "&>>":
      draft.redirects.push({ kind: !isOutput ? "other" : operator.endsWith(">>") ? "append" : "write", to: word });
      return next;
    case "<>":
      draft.redirects.push({ kind: "other", to: word });
      return next;
    case "<&":
    case "<":
      draft.isFed = true;
      draft.input = { text: undefined };
      return next;
    case "<<<":
      draft.input = { text: word.unclear || draft.isFed ? undefined : `${word.text}\n` };
      return next;
    case "<<":
    case "<<-":
      waiting.push({ draft, mark: word.text, quoted, tabs: operator === "<<-" });
      return next;
  }
  return undefined;
}

/** The here-documents that were asked for on the line that just ended; undefined where one has no end. */
function takeDocuments(command: string, from: number, waiting: Waiting[]): number | undefined {
  let at = from;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const lines: string[] = [];
    let closed = false;
    while (!closed && at <= command.length) {
      const end = lineEnd(command, at);
      const raw = command.slice(at, end);
      const line = next.tabs ? raw.replace(/^\t+/, "") : raw;
      at = end + 1;
      if (line === next.mark) closed = true;
      else lines.push(line);
    }
    if (!closed) return undefined;
    const text = lines.map((line) => `${line}\n`).join("");
    const isPlain = (next.quoted || !/[$`\\]/.test(text)) && !next.draft.isFed;
    next.draft.input = { text: isPlain ? text : undefined };
    waiting.shift();
  }
  return Math.min(at, command.length);
}
