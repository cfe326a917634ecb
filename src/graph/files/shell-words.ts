// A shell command -> its plain parts: words, where output goes, here-documents; undefined where it is not plain.

export type Word = {
  readonly text: string;
  /** Whether the shell would expand it to something we cannot know. */
  readonly unclear: boolean;
};
export type Redirect = { readonly kind: "write" | "append"; readonly to: Word };
export type SimpleCommand = {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** The text of a here-document; undefined content where the shell would expand something in it. */
  readonly input: { readonly text: string | undefined } | undefined;
  /** What stands in front: the command surely runs after `;` and `&&`, perhaps after `||`; `|` feeds it. */
  readonly after: "start" | ";" | "&&" | "||" | "|";
};

/** Longer commands are programs, not plain ones. */
const maxLength = 1_000_000;

type Draft = { words: Word[]; redirects: Redirect[]; input: SimpleCommand["input"]; after: SimpleCommand["after"] };
type Waiting = { readonly draft: Draft; readonly mark: string; readonly quoted: boolean; readonly tabs: boolean };

export function parseShell(command: string): readonly SimpleCommand[] | undefined {
  if (command.length > maxLength) return undefined;
  const commands: Draft[] = [];
  const waiting: Waiting[] = [];
  let draft: Draft = emptyDraft("start");
  let at = 0;

  const close = (after: SimpleCommand["after"]): void => {
    if (draft.words.length > 0 || draft.redirects.length > 0) commands.push(draft);
    draft = emptyDraft(after);
  };

  while (at < command.length) {
    const rest = command.slice(at, at + 3);
    const char = command.charAt(at);
    if (char === "\n") {
      close(";");
      at = takeDocuments(command, at + 1, waiting);
    } else if (char === " " || char === "\t") at += 1;
    else if (rest.startsWith("\\\n")) at += 2;
    else if (char === "#") at = lineEnd(command, at);
    else if (rest.startsWith("&&") || rest.startsWith("||")) {
      close(rest.startsWith("&&") ? "&&" : "||");
      at += 2;
    } else if (char === ";" || char === "|") {
      if (rest.startsWith(";;") || rest.startsWith("|&")) return undefined;
      close(char);
      at += 1;
    } else if (char === "&" && !rest.startsWith("&>")) return undefined;
    else if (char === "(" || char === ")" || char === "{" || char === "}") return undefined;
    else if (char === "<" || char === ">" || rest.startsWith("&>") || /^[0-9][<>]/.test(rest)) {
      const next = takeRedirect(command, at, { draft, waiting });
      if (next === undefined) return undefined;
      at = next;
    } else {
      const taken = takeWord(command, at);
      if (taken === undefined || (draft.words.length === 0 && isKeyword(taken.word.text))) return undefined;
      draft.words.push(taken.word);
      at = taken.next;
    }
  }
  close(";");
  return waiting.length === 0 ? commands : undefined;
}

const emptyDraft = (after: SimpleCommand["after"]): Draft => ({ words: [], redirects: [], input: undefined, after });

const isKeyword = (word: string): boolean =>
  /^(if|for|while|until|case|select|function|time|coproc|!|\[\[)$/.test(word);

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function takeRedirect(
  command: string,
  from: number,
  { draft, waiting }: { readonly draft: Draft; readonly waiting: Waiting[] },
): number | undefined {
  const found = /^([0-9]?)(&>>|&>|>>|>\||>&|>|<<<|<<-|<<|<&|<)[ \t]*/.exec(command.slice(from, from + 64));
  if (found === null) return undefined;
  const [all, descriptor = "", operator = ""] = found;
  const taken = takeWord(command, from + all.length);
  if (taken === undefined) return undefined;
  const { word, next, quoted } = taken;
  switch (operator) {
    case ">":
    case ">|":
    case ">>":
    case "&>":
    case "&>>":
      if (descriptor === "" || descriptor === "1")
        draft.redirects.push({ kind: operator.endsWith(">>") ? "append" : "write", to: word });
      return next;
    case ">&":
    case "<&":
    case "<":
      return next;
    case "<<":
    case "<<-":
      waiting.push({ draft, mark: word.text, quoted, tabs: operator === "<<-" });
      return next;
  }
  return undefined;
}

/** The here-documents that were asked for on the line that just ended. */
function takeDocuments(command: string, from: number, waiting: Waiting[]): number {
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
    if (!closed) return command.length;
    const text = lines.map((line) => `${line}\n`).join("");
    const isPlain = next.quoted || !/[$`\\]/.test(text);
    next.draft.input = { text: isPlain ? text : undefined };
    waiting.shift();
  }
  return Math.min(at, command.length);
}

type Taken = { readonly word: Word; readonly next: number; readonly quoted: boolean };

function takeWord(command: string, from: number): Taken | undefined {
  let text = "";
  let unclear = false;
  let quoted = false;
  let at = from;
  while (at < command.length) {
    const char = command.charAt(at);
    if (/[\s;|&<>()]/.test(char)) break;
    if (char === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) return undefined;
      text += command.slice(at + 1, end);
      quoted = true;
      at = end + 1;
    } else if (char === '"') {
      const part = takeQuoted(command, at + 1);
      if (part === undefined) return undefined;
      text += part.text;
      unclear ||= part.unclear;
      quoted = true;
      at = part.next;
    } else if (char === "\\") {
      if (at + 1 >= command.length) return undefined;
      if (command.charAt(at + 1) !== "\n") text += command.charAt(at + 1);
      quoted = true;
      at += 2;
    } else {
      // A variable, a pattern, a list in braces, a home: all become something else.
      if (/[$`*?[\]{}]/.test(char) || (char === "~" && at === from)) unclear = true;
      text += char;
      at += 1;
    }
  }
  return at === from ? undefined : { word: { text, unclear }, next: at, quoted };
}

function takeQuoted(command: string, from: number): { text: string; unclear: boolean; next: number } | undefined {
  let text = "";
  let unclear = false;
  for (let at = from; at < command.length; at++) {
    const char = command.charAt(at);
    if (char === '"') return { text, unclear, next: at + 1 };
    if (char === "$" || char === "`" || char === "!") unclear = true;
    if (char !== "\\") {
      text += char;
      continue;
    }
    at += 1;
    const escaped = command.charAt(at);
    if (escaped === "\n") continue;
    text += /["\\$`]/.test(escaped) ? escaped : `\\${escaped}`;
  }
  return undefined;
}
