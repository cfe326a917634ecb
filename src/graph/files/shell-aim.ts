// A command of a shell -> which of its words it does something to, and what; paths are not looked at here.
import type { SimpleCommand } from "./shell-words.ts";
import type { Word } from "./shell-word.ts";

export type Aim =
  | { readonly verb: "remove"; readonly word: Word; readonly below: boolean }
  | { readonly verb: "create"; readonly word: Word }
  /** `ends`: its line ends stay as they are, whatever else becomes of it. */
  | { readonly verb: "change"; readonly word: Word; readonly ends?: "kept" }
  /** Perhaps changed; gone: at most removed. */
  | { readonly verb: "doubt"; readonly word: Word; readonly below: boolean; readonly gone: boolean }
  | {
      readonly verb: "carry";
      readonly kind: "move" | "copy";
      readonly from: Word;
      readonly to: Word;
      readonly as: Manner;
    };

/**
 * name: under the target's name, unless that is a folder; folder: into the target, which is one; slash: into the target,
 * but a folder may take its name; contents: what is in a folder, into the target; unsure: perhaps not at all.
 */
export type Manner = "name" | "folder" | "slash" | "contents" | "unsure";

export function aimsOf({ words }: SimpleCommand): readonly Aim[] {
  const { verb, rest, isLed } = withoutLeader(words);
  const aims = verb === undefined ? [] : verbAims(verb.text, rest);
  return isLed ? aims.map(unsure) : aims;
}

/** Assignments and `sudo` stand in front of what is run. */
function withoutLeader(words: readonly Word[]): { verb: Word | undefined; rest: readonly Word[]; isLed: boolean } {
  let at = 0;
  while (/^([A-Za-z_]\w*=.*|sudo|command|env|nohup|nice|builtin)$/s.test(words[at]?.text ?? "")) {
    at += 1;
    while (at > 0 && words[at]?.text.startsWith("-") === true) at += 1;
  }
  return { verb: words[at], rest: words.slice(at + 1), isLed: at > 0 };
}

/** The same without knowing whether it happened. */
export function unsure(aim: Aim): Aim {
  switch (aim.verb) {
    case "remove":
      return { verb: "doubt", word: aim.word, below: aim.below, gone: true };
    case "create":
    case "change":
      return { verb: "doubt", word: aim.word, below: false, gone: false };
    case "doubt":
      return aim;
    case "carry":
      return { ...aim, as: "unsure" };
  }
}

function verbAims(verb: string, words: readonly Word[]): readonly Aim[] {
  switch (verb) {
    case "rm":
    case "unlink":
      return removed(words, { isAsked: hasFlag(words, /^-\w*[iI]|^--interactive/) });
    case "mv":
    case "cp":
      return carried(verb === "mv" ? "move" : "copy", words);
    case "touch":
      return named(words).map((word) => ({ verb: "create", word }));
    case "tee":
    case "truncate":
      return named(words).map((word) => ({ verb: "change", word }));
    case "sed":
      return hasFlag(words, /^(-[a-zA-Z]*i|--in-place)/)
        ? named(afterScript(words)).map((word) => ({ verb: "change", word, ...(isPlain(words) && { ends: "kept" }) }))
        : [];
    case "git":
      return gitAims(words);
    case "xargs":
      return [];
  }
  return [];
}

/** Letters for letters, or whole lines taken out: nothing that could meet the end of a line. */
function isPlain(words: readonly Word[]): boolean {
  const [script] = words.filter(({ text }) => !text.startsWith("-"));
  const plain = /^(?:s([/|#,])[\w \-:=@%<>;"']+\1[\w \-:=@%<>;"']*\1g?|\d+(?:,\d+)?d)$/;
  return script !== undefined && !script.unclear && !hasFlag(words, /^-[a-zA-Z]*[eEnzf]/) && plain.test(script.text);
}

function removed(words: readonly Word[], { isAsked }: { readonly isAsked: boolean }): readonly Aim[] {
  const below = hasFlag(words, /^-\w*[rR]|^--recursive/);
  return named(words).map((word) =>
    isAsked ? { verb: "doubt", word, below, gone: true } : { verb: "remove", word, below },
  );
}

function gitAims(all: readonly Word[]): readonly Aim[] {
  const [verb, ...words] = all;
  const doubts = (list: readonly Word[]): readonly Aim[] =>
    named(list).map((word) => ({ verb: "doubt", word, below: true, gone: false }));
  const isDry = hasFlag(words, /^(-\w*n\w*|--dry-run)$/);
  switch (verb?.text ?? "") {
    case "-C":
      return gitAims(words.slice(1)).map(unsure);
    case "mv":
      return isDry ? [] : hasFlag(words, /^-\w*k/) ? carried("move", words).map(unsure) : carried("move", words);
    case "rm":
      return isDry || hasFlag(words, /^--cached$/) ? [] : removed(words, { isAsked: false });
    case "restore":
      return hasFlag(words, /^(--staged|-S)$/) && !hasFlag(words, /^(--worktree|-W)$/) ? [] : doubts(words);
    case "checkout": {
      // A branch that is about to be made is no file.
      if (hasFlag(words, /^(-[bB]|--orphan)$/)) return [];
      const at = words.findIndex((word) => word.text === "--");
      return doubts(at === -1 ? words : words.slice(at));
    }
  }
  return [];
}

function carried(kind: "move" | "copy", words: readonly Word[]): readonly Aim[] {
  const files = named(words);
  const to = files.at(-1);
  if (files.length < 2 || to === undefined) return [];
  // Options that take a value, ask, spare what is there, or make links instead of copies.
  const isOdd = hasFlag(words, /^(-\w*[tSTnuilsbgo]|--[a-z])/);
  const isCertain = files.length > 2 || /(^|\/)\.\.?\/?$/.test(to.text);
  return files.slice(0, -1).map((from) => ({ verb: "carry", kind, from, to, as: manner(from) }));

  function manner({ text }: Word): Manner {
    if (isOdd) return "unsure";
    if (/(^|\/)\.$/.test(text)) return kind === "copy" ? "contents" : "unsure";
    // Systems differ in what they make of a slash behind a folder that is copied.
    if (kind === "copy" && text.endsWith("/")) return "unsure";
    if (isCertain) return "folder";
    return /[\\/]$/.test(to?.text ?? "") ? "slash" : "name";
  }
}

/** The first word of `sed` is its script, unless options give it. */
function afterScript(words: readonly Word[]): readonly Word[] {
  const isGiven = hasFlag(words, /^(-e|--expression|-f|--file)/);
  const rest = words.filter((word, at) => word.text !== "" && !/^-[ef]$/.test(words[at - 1]?.text ?? ""));
  const script = isGiven ? -1 : rest.findIndex((word) => !word.text.startsWith("-"));
  return rest.filter((_, at) => at !== script);
}

const hasFlag = (words: readonly Word[], flag: RegExp): boolean => {
  const end = words.findIndex((word) => word.text === "--");
  return words.some((word, at) => flag.test(word.text) && (end === -1 || at <= end));
};

/** The words that are no options. */
function named(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => word.text === "--");
  return words.filter((word, at) => !(word.text.startsWith("-") && (end === -1 || at <= end)));
}
