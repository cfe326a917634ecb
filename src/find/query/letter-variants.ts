// A letter -> every character that counts as the same one when case does not matter; asked of the language itself, once.
import { indexText } from "../../graph/index.ts";

/** Letters with case end here; the planes behind hold none. */
const lastCased = 0x1ffff;

let known: ReadonlyMap<string, readonly string[]> | undefined;

export function variantsOf(letter: string): readonly string[] {
  if (!cased(letter)) return [letter];
  known ??= families();
  return known.get(letter) ?? [letter];
}

/** Characters that share a small, a capital or an indexed form are one family. */
function families(): ReadonlyMap<string, readonly string[]> {
  const family = new Map<string, Set<string>>();
  for (let code = 0x80; code <= lastCased; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    for (const form of [letter.toLowerCase(), letter.toUpperCase()]) if (form !== letter) unite(family, letter, form);
    const indexed = cased(letter) ? indexText(letter).trim() : letter;
    if (indexed !== letter && indexed !== "") unite(family, letter, indexed);
  }
  return new Map([...family].map(([letter, members]) => [letter, [...members]]));
}

/** The micro sign and the other small letters that the index folds have capitals too. */
const cased = (letter: string): boolean => letter.toUpperCase() !== letter || letter.toLowerCase() !== letter;

/** Forms of several characters are no variant of one. */
function unite(family: Map<string, Set<string>>, one: string, other: string): void {
  if (Array.from(other).length !== 1) return;
  const members = new Set([...(family.get(one) ?? [one]), ...(family.get(other) ?? [other])]);
  for (const member of members) family.set(member, members);
}
