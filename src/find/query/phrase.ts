// Words and a text made ready by `indexText` -> where they stand side by side in it, as the index itself would say.
import type { WordsQuery } from "./query.ts";

/** The place where they begin, or -1. */
export function phraseIn(indexed: string, { words, ending }: WordsQuery, from = 0): number {
  const [first = "", ...others] = words;
  for (let at = indexed.indexOf(first, from); at >= 0; at = indexed.indexOf(first, at + 1)) {
    if (beginsWord(indexed, at) && followedBy(indexed, at + first.length, { words: others, ending })) return at;
  }
  return -1;
}

function followedBy(indexed: string, start: number, { words, ending }: Pick<WordsQuery, "words" | "ending">): boolean {
  let end = start;
  for (const word of words) {
    if (isWordUnit(indexed.charCodeAt(end))) return false;
    const at = nextWord(indexed, end);
    if (!indexed.startsWith(word, at)) return false;
    end = at + word.length;
  }
  return ending === "prefix" || !isWordUnit(indexed.charCodeAt(end));
}

function beginsWord(indexed: string, at: number): boolean {
  let before = at - 1;
  while (isMark(indexed.charCodeAt(before))) before -= 1;
  return !isWordUnit(indexed.charCodeAt(before));
}

/** Behind the separators, and behind marks that no letter carries. */
function nextWord(indexed: string, from: number): number {
  let at = from;
  while (at < indexed.length && (!isWordUnit(indexed.charCodeAt(at)) || isMark(indexed.charCodeAt(at)))) at += 1;
  return at;
}

/** What is not ASCII in such a text is a letter, a digit or a mark. Beyond the ends there is NaN, which is nothing. */
function isWordUnit(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** The only ones that `indexText` leaves. */
const isMark = (unit: number): boolean => unit >= 0x300 && unit <= 0x331;
