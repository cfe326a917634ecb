// The text of a query that was understood -> what in it a person may have meant otherwise, a hint each; changes nothing.
import { tokensOf } from "./tokens.ts";

export type Misreading = {
  /** Whether it surely was not meant so, or only explains why nothing was found. */
  readonly when: "always" | "nothing-found";
  readonly hint: string;
};

export function misreadings(text: string): readonly Misreading[] {
  const hints = new Map<string, Misreading>();
  for (const token of tokensOf(text, () => false)) {
    const found = token.kind === "word" ? misreading(token.text) : undefined;
    if (found !== undefined) hints.set(found.hint, found);
  }
  return [...hints.values()];
}

function misreading(word: string): Misreading | undefined {
  if (word === "|" || word === "||") return { when: "always", hint: "| is not looked at: OR stands between either" };
  if (/^\*[^*]|[^*]\*[^*]/.test(word))
    return { when: "always", hint: "* means something only at the end of a word: --literal looks inside words" };
  if (["or", "and", "not"].includes(word))
    return { when: "nothing-found", hint: `${word} was looked for as a word: ${word.toUpperCase()} is the operator` };
  return undefined;
}
