// A seed -> names that somebody may have given to a folder to make a pasted line do something else.
import { randomFrom } from "../catalog/random.ts";

/** `canary` is a program that leaves a trace; no shell may ever start it. */
const pieces: readonly [string, ...string[]] = [
  "'",
  ..."' \" \\ ` $ ; & | < > ( ) { } [ ] * ? ! # ~ = % ^ - + : @ , . a Z 0".split(" "),
  " ",
  "''",
  "\\'",
  "\\\\",
  "'\\''",
  '"\'"',
  "$(canary)",
  "`canary`",
  "; canary; #",
  "'; canary; #",
  '"; canary; #',
  "' && canary '",
  "\\'; canary; #",
  "&& canary",
  "| canary",
  "${IFS}canary",
  "$HOME",
  "$'\\047",
  "(canary)",
  "<(canary)",
  "{a,b}",
  "!!",
  "!canary",
  "!$",
  "^a^canary",
  "%self",
  "=ls",
  "~root",
  "--",
  "-n",
  "  ",
  "\u00A0",
  "\u3000",
  "\u2018\u2019\u201C",
  "é",
  "織",
  "🧵",
  "e\u0301",
  "\uE000\uF600\uF6FF",
  "\uFDD0\uFFFE\u{10FFFF}",
  "\uFFFD",
];

/** Characters that no line may hold: a terminal obeys or hides them. */
const controls: readonly [string, ...string[]] = [
  "\t",
  "\n",
  "\ncanary\n",
  "\r",
  "\u001B[31m",
  "\u001B[201~canary\n",
  "\u0007",
  "\u007F",
  "\u0085",
  "\u202E",
  "\u2066",
  "\u200B",
  "\uFEFF",
];

export type HostileName = { readonly name: string; readonly isPrintable: boolean };

/** A third of them holds a control character too. None is a path: there is no slash in it, and it fits on a disk. */
export function hostileNames(seed: number, count: number): readonly HostileName[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, at) => {
    const parts = Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces));
    const isPrintable = at % 3 !== 2;
    if (!isPrintable) parts.splice(random.below(parts.length + 1), 0, random.pick(controls));
    const name = parts.join("");
    return { name: /^\.{1,2}$/.test(name) ? `${name}x` : name, isPrintable };
  });
}
