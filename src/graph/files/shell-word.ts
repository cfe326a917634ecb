// A place in a shell command -> the word there, what the shell would expand in it, and the commands run inside it.

export type Word = {
  readonly text: string;
  /** Whether the shell would expand it to something we cannot know. */
  readonly unclear: boolean;
  /** The text with a sign wherever something unknown stands; the same as the text where all is plain. */
  readonly shape: string;
};

/** What stands in a shape: part of a name, one letter, anything, a variable's name between two signs, a list of choices. */
export const sign = {
  some: "\u0001",
  one: "\u0002",
  any: "\u0003",
  name: "\u0004",
  nameEnd: "\u0005",
  open: "\u0006",
  or: "\u0007",
  close: "\u000e",
} as const;

export type Taken = {
  readonly word: Word;
  readonly next: number;
  readonly quoted: boolean;
  /** The texts of commands that are run for the word. */
  readonly inner: readonly string[];
};

type Draft = { text: string; shape: string; unclear: boolean; quoted: boolean; readonly inner: string[] };

/** Letters that mean nothing but themselves, bare and between double quotes: most of them, so they are taken at once. */
const plainRun = /[^\s;|&<>()'"\\$`*?[{}~]+/y;
const quotedRun = /[^"\\$`!]+/y;

function takeRun(command: string, at: number, { run, draft }: { readonly run: RegExp; readonly draft: Draft }): number {
  run.lastIndex = at;
  const text = run.exec(command)?.[0] ?? "";
  if (text !== "") plain(draft, text);
  return at + text.length;
}

export function takeWord(command: string, from: number): Taken | undefined {
  const draft: Draft = { text: "", shape: "", unclear: false, quoted: false, inner: [] };
  let at = takeRun(command, from, { run: plainRun, draft });
  while (at < command.length) {
    const char = command.charAt(at);
    if (/[\s;|&<>()]/.test(char)) break;
    const next = takePart(command, at, { draft, isFirst: at === from });
    if (next === undefined) return undefined;
    at = takeRun(command, next, { run: plainRun, draft });
  }
  const { text, shape, unclear, quoted, inner } = draft;
  return at === from ? undefined : { word: { text, unclear, shape }, next: at, quoted, inner };
}

function takePart(
  command: string,
  at: number,
  { draft, isFirst }: { readonly draft: Draft; readonly isFirst: boolean },
): number | undefined {
  const char = command.charAt(at);
  switch (char) {
    case "'": {
      const end = command.indexOf("'", at + 1);
      if (end === -1) return undefined;
      plain(draft, command.slice(at + 1, end));
      draft.quoted = true;
      return end + 1;
    }
    case '"':
      draft.quoted = true;
      return takeQuoted(command, at + 1, draft);
    case "\\":
      if (at + 1 >= command.length) return undefined;
      if (command.charAt(at + 1) !== "\n") plain(draft, command.charAt(at + 1));
      draft.quoted = true;
      return at + 2;
    case "$":
    case "`":
      return takeExpansion(command, at, draft);
    case "*":
    case "?":
      unknown(draft, char, char === "?" ? sign.one : command.charAt(at + 1) === "*" ? sign.any : sign.some);
      return at + 1;
    case "[":
      return takeClass(command, at, draft);
    case "{":
    case "}":
      return takeBraces(command, at, draft);
    case "~": {
      // A home at the beginning, and behind the sign of an assignment.
      if (!isFirst && !/[=:]$/.test(draft.text)) break;
      const isOwn = /^~([/\s;|&<>:]|$)/.test(command.slice(at, at + 2));
      unknown(draft, char, isOwn ? `${sign.name}HOME${sign.nameEnd}` : sign.any);
      return at + 1;
    }
  }
  plain(draft, char);
  return at + 1;
}

function plain(draft: Draft, text: string): void {
  draft.text += text;
  draft.shape += text;
}

function unknown(draft: Draft, text: string, shape: string): void {
  draft.text += text;
  draft.shape += shape;
  draft.unclear = true;
}

function takeQuoted(command: string, from: number, draft: Draft): number | undefined {
  let at = from;
  while (at < command.length) {
    at = takeRun(command, at, { run: quotedRun, draft });
    const char = command.charAt(at);
    if (char === '"') return at + 1;
    if (char === "$" || char === "`") {
      const next = takeExpansion(command, at, draft);
      if (next === undefined) return undefined;
      at = next;
    } else if (char === "\\") {
      const escaped = command.charAt(at + 1);
      if (escaped !== "\n") plain(draft, /["\\$`]/.test(escaped) ? escaped : `\\${escaped}`);
      at += 2;
    } else {
      if (char === "!") draft.unclear = true;
      plain(draft, char);
      at += 1;
    }
  }
  return undefined;
}

function takeClass(command: string, at: number, draft: Draft): number {
  const found = /^\[[^\]\s/;|&<>()'"$`]+\]/.exec(command.slice(at, at + 64));
  const text = found?.[0] ?? "[";
  unknown(draft, text, found === null ? "[" : sign.one);
  return at + text.length;
}

function takeBraces(command: string, at: number, draft: Draft): number {
  const found = /^\{([^{}\s;|&<>()'"$`*?[\\]*)\}/.exec(command.slice(at, at + 512));
  if (found === null) {
    unknown(draft, command.charAt(at), command.charAt(at));
    return at + 1;
  }
  const [all, inside = ""] = found;
  const choices = inside.split(",");
  const isList = choices.length > 1;
  const shape = isList ? `${sign.open}${choices.join(sign.or)}${sign.close}` : inside === "" ? all : sign.any;
  unknown(draft, all, shape);
  return at + all.length;
}

/** A variable, or the output of a command; undefined where its end is not found. */
function takeExpansion(command: string, at: number, draft: Draft): number | undefined {
  const isOld = command.charAt(at) === "`";
  if (isOld || command.startsWith("$(", at)) {
    const end = isOld ? command.indexOf("`", at + 1) : substitutionEnd(command, at + 2);
    if (end === undefined || end === -1) return undefined;
    draft.inner.push(command.slice(at + (isOld ? 1 : 2), end));
    unknown(draft, command.slice(at, end + 1), sign.any);
    return end + 1;
  }
  const found = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^{}'"`\n]*\}|[0-9@*#?$!_-]|'(?:[^'\\]|\\.)*')/.exec(
    command.slice(at, at + 4096),
  );
  if (found === null) {
    if (command.startsWith("${", at)) return undefined;
    unknown(draft, "$", "$");
    return at + 1;
  }
  const [all, bare, braced] = found;
  const name = bare ?? braced;
  unknown(draft, all, name === undefined ? sign.any : `${sign.name}${name}${sign.nameEnd}`);
  return at + all.length;
}

/** The place of the parenthesis that closes `$(`: quotes and here-documents inside may have others. */
function substitutionEnd(command: string, from: number): number | undefined {
  const marks: { readonly mark: string; readonly tabs: boolean }[] = [];
  let depth = 1;
  let at = from;
  while (at < command.length) {
    const char = command.charAt(at);
    if (char === "\\") at += 2;
    else if (char === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) return undefined;
      at = end + 1;
    } else if (char === '"') {
      const end = takeQuoted(command, at + 1, { text: "", shape: "", unclear: false, quoted: false, inner: [] });
      if (end === undefined) return undefined;
      at = end;
    } else if (char === "\n") {
      const end = documentsEnd(command, at + 1, marks);
      if (end === undefined) return undefined;
      marks.length = 0;
      at = end;
    } else if (command.startsWith("<<", at) && !command.startsWith("<<<", at)) {
      const found = /^<<(-?)[ \t]*(["']?)([\w.-]+)\2/.exec(command.slice(at, at + 128));
      if (found === null) return undefined;
      marks.push({ mark: found[3] ?? "", tabs: found[1] === "-" });
      at += found[0].length;
    } else if (char === ")" && depth === 1) return at;
    else {
      depth += char === "(" ? 1 : char === ")" ? -1 : 0;
      at += command.startsWith("<<<", at) ? 3 : 1;
    }
  }
  return undefined;
}

function documentsEnd(
  command: string,
  from: number,
  marks: readonly { readonly mark: string; readonly tabs: boolean }[],
): number | undefined {
  let at = from;
  for (const { mark, tabs } of marks) {
    for (let isOpen = true; isOpen;) {
      if (at >= command.length) return undefined;
      const end = command.indexOf("\n", at);
      const line = command.slice(at, end === -1 ? undefined : end);
      isOpen = (tabs ? line.replace(/^\t+/, "") : line) !== mark;
      at = end === -1 ? command.length : end + 1;
    }
  }
  return at;
}
