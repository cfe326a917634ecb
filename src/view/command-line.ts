// Words -> a line to paste that sh, dash, bash, zsh, ksh, busybox and fish read alike.
import { utf8Bytes } from "../format/index.ts";
import { sanitize } from "./sanitize.ts";

/** A word that cannot be printed is replaced by the placeholder, written like the ones in the help texts. */
export function commandLine(words: readonly string[], placeholder = "NAME"): string {
  return words.map((word) => shellWord(unprintable(word) === undefined ? word : placeholder)).join(" ");
}

/** The reason why no line to paste may hold this text; undefined when one may. */
export function unprintable(text: string): string | undefined {
  // No spelling of a control character is read alike by all of these shells, and a terminal would obey a raw one.
  if (/[\n\t]/.test(text) || sanitize(text) !== text) return "its name holds control characters";
  return utf8Bytes(shellWord(text)).length > longestBytes ? "its name is too long" : undefined;
}

/** Two such words fit into the 4,095 bytes after which a terminal cuts a line for a shell that reads whole lines. */
const longestBytes = 1800;

/** `%` and `=` have a meaning at the start of a word: `%self` in fish, `=ls` in zsh. */
const plainWord = /^[\w@+:,./-][\w@%+=:,./-]*$/;

/** Only characters in single quotes are safe from history expansion too. fish gives backslashes a meaning there. */
function shellWord(word: string): string {
  if (word === "") return "''";
  if (plainWord.test(word)) return word;
  return word.replaceAll(/'|\\|[^'\\]+/g, (part) => (part === "'" ? "\\'" : part === "\\" ? '"\\\\"' : `'${part}'`));
}
