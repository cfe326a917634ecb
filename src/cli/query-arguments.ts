// The arguments of a search -> the text of its query: quotes that the shell took away come back where only they can have been.
import { WorldError } from "../store/index.ts";

export function queryText(words: readonly string[]): string {
  return words.map(asWritten).join(" ");
}

/** `title:"CSV export"` comes as one argument with a blank; a whole query in quotes has more than a field in it. */
const spacedField = /^(-?(?:title|project|folder|cwd|file|path):)([^"\s][^"]*\s[^"]*)$/i;
const querySyntax = /(?:^|\s)(?:OR|AND|NOT)(?:\s|$)|[()]|(?:^|\s)-\S|\s\/|(?:^|\s)[A-Za-z]+:\S/;

function asWritten(word: string): string {
  if (/^-[A-Za-z]$/.test(word))
    throw new WorldError("bad-argument", `there is no flag ${word} for a query`, {
      hint: `to leave out the word ${word.slice(1)}, write '-"${word.slice(1)}"'; --help tells the flags`,
    });
  const [, field = "", value = ""] = spacedField.exec(word) ?? [];
  return value === "" || querySyntax.test(value) ? word : `${field}"${value}"`;
}
