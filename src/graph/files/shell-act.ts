// A shell command and its folder -> what it plainly does to files; says nothing of what it cannot be sure of.
import { fileName, joinPath, resolvePath } from "./file-path.ts";
import { type SimpleCommand, type Word, parseShell } from "./shell-words.ts";

export type ShellAct =
  | { readonly kind: "remove"; readonly path: string; readonly below: boolean }
  /** `into`: whether the target may be a folder that takes the file in under its own name. */
  | { readonly kind: "move" | "copy"; readonly from: string; readonly path: string; readonly into: boolean }
  | { readonly kind: "create"; readonly path: string }
  | { readonly kind: "write" | "append"; readonly path: string; readonly spelt: boolean }
  /** Changed, nobody knows to what. */
  | { readonly kind: "change"; readonly path: string };

export function shellActs(command: string, folder: string | undefined): readonly ShellAct[] {
  return deedsOf(command, folder).map(({ act }) => act);
}

/** What the command spells out for the file of its `part`th deed. */
export function shellText(command: string, part: number): string | undefined {
  return deedsOf(command, "/")[part]?.text;
}

type Deed = { readonly act: ShellAct; readonly text?: string | undefined };

function deedsOf(command: string, folder: string | undefined): readonly Deed[] {
  const commands = parseShell(command);
  if (commands === undefined) return [];
  const acts: Deed[] = [];
  let cwd = folder;
  for (const part of commands) {
    // What stands behind `||` runs only when something failed.
    if (part.after === "||") continue;
    const [name, ...words] = part.words;
    if (name?.text === "cd" || name?.text === "pushd") {
      const [target] = words;
      cwd = target === undefined || target.unclear ? undefined : resolvePath(target.text, cwd);
      continue;
    }
    acts.push(
      ...redirectActs(part, cwd),
      ...(name === undefined ? [] : commandActs(name.text, words, cwd)).map((act) => ({ act })),
    );
  }
  return acts;
}

function redirectActs(command: SimpleCommand, cwd: string | undefined): readonly Deed[] {
  return command.redirects.flatMap(({ kind, to }) => {
    const path = to.unclear ? undefined : resolvePath(to.text, cwd);
    if (path === undefined || path.startsWith("/dev/")) return [];
    // Of several targets only one gets the output; with one it gets all.
    const text = command.redirects.length === 1 ? spoken(command) : undefined;
    return [{ act: { kind, path, spelt: text !== undefined }, text }];
  });
}

/** What the command prints, where it is spelt out whole. */
function spoken({ words, input, after }: SimpleCommand): string | undefined {
  const [name, ...rest] = words;
  if (after === "|" || rest.some((word) => word.unclear)) return undefined;
  const texts = rest.map((word) => word.text);
  switch (name?.text ?? ":") {
    case ":":
      return input === undefined ? "" : undefined;
    case "cat":
      return texts.length === 0 || (texts.length === 1 && texts[0] === "-") ? input?.text : undefined;
    case "echo":
      return echoed(texts);
    case "printf":
      return printed(texts);
  }
  return undefined;
}

/** Shells differ in what they make of a backslash. */
function echoed(words: readonly string[]): string | undefined {
  const bare = words[0] === "-n";
  const said = bare ? words.slice(1) : words;
  if (said.some((word) => word.includes("\\")) || /^-[neE]+$/.test(said[0] ?? "")) return undefined;
  return `${said.join(" ")}${bare ? "" : "\n"}`;
}

function printed(words: readonly string[]): string | undefined {
  const [format = "", first, ...more] = words;
  if (format === "%s" || format === "%s\\n")
    return more.length > 0 ? undefined : `${first ?? ""}${format === "%s" ? "" : "\n"}`;
  if (first !== undefined || format.includes("%") || /\\[^nt\\]/.test(format) || format.startsWith("-"))
    return undefined;
  return format.replaceAll(/\\([nt\\])/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? "\\");
}

function commandActs(name: string, words: readonly Word[], cwd: string | undefined): readonly ShellAct[] {
  switch (name) {
    case "rm":
    case "unlink":
      return plainTargets(words, cwd).map((path) => ({ kind: "remove", path, below: hasFlag(words, /^-\w*[rR]/) }));
    case "mv":
    case "cp":
      return carried(name === "mv" ? "move" : "copy", words, cwd);
    case "touch":
      return plainTargets(words, cwd).map((path) => ({ kind: "create", path }));
    case "tee":
      return plainTargets(words, cwd).map((path) => ({ kind: "change", path }));
    case "sed":
      return hasFlag(words, /^(-\w*i|--in-place)/) ? changed(afterScript(words), cwd) : [];
    case "truncate":
      return changed(words, cwd);
    case "git":
      return gitActs(words, cwd);
  }
  return [];
}

function gitActs([verb, ...words]: readonly Word[], cwd: string | undefined): readonly ShellAct[] {
  switch (verb?.text ?? "") {
    case "mv":
      return carried("move", words, cwd);
    case "rm":
      return hasFlag(words, /^--cached$/)
        ? []
        : plainTargets(words, cwd).map((path) => ({ kind: "remove", path, below: hasFlag(words, /^-\w*r/) }));
    case "restore":
      return hasFlag(words, /^--staged$/) ? [] : changed(words, cwd);
    case "checkout": {
      const at = words.findIndex((word) => word.text === "--");
      return at === -1 ? [] : changed(words.slice(at + 1), cwd);
    }
  }
  return [];
}

function carried(kind: "move" | "copy", words: readonly Word[], cwd: string | undefined): readonly ShellAct[] {
  const named = words.filter((word) => !word.text.startsWith("-"));
  const target = named.at(-1);
  // Options with a value would be taken for files.
  if (named.length < 2 || target === undefined || target.unclear || hasFlag(words, /^(-\w*[tS]|--)/)) return [];
  const path = resolvePath(target.text, cwd);
  if (path === undefined) return [];
  const isFolder = named.length > 2 || /[\\/]$/.test(target.text);
  return named.slice(0, -1).flatMap((source) => {
    const from = source.unclear ? undefined : resolvePath(source.text, cwd);
    if (from === undefined) return [];
    return [{ kind, from, path: isFolder ? joinPath(path, fileName(from)) : path, into: !isFolder }];
  });
}

const changed = (words: readonly Word[], cwd: string | undefined): readonly ShellAct[] =>
  plainTargets(words, cwd).map((path) => ({ kind: "change", path }));

/** The first word of `sed` is its script, unless options give it. */
function afterScript(words: readonly Word[]): readonly Word[] {
  const isGiven = hasFlag(words, /^(-e|--expression|-f|--file)/);
  const rest = words.filter((word, at) => word.text !== "" && !/^-[ef]$/.test(words[at - 1]?.text ?? ""));
  const script = isGiven ? -1 : rest.findIndex((word) => !word.text.startsWith("-"));
  return rest.filter((_, at) => at !== script);
}

const hasFlag = (words: readonly Word[], flag: RegExp): boolean => words.some((word) => flag.test(word.text));

function plainTargets(words: readonly Word[], cwd: string | undefined): readonly string[] {
  const end = words.findIndex((word) => word.text === "--");
  return words.flatMap((word, at) => {
    const isFlag = word.text.startsWith("-") && (end === -1 || at <= end);
    const path = isFlag || word.unclear ? undefined : resolvePath(word.text, cwd);
    return path === undefined ? [] : [path];
  });
}
