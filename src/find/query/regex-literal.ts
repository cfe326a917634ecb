// A regular expression -> plain texts that every match of it must hold, in either case; none where that is not certain.
import type { RegexQuery } from "./query.ts";

/** Shorter ones would stop at nearly every line. */
const leastLength = 3;

export function required({ source, flags }: RegexQuery): readonly string[] {
  // Where case is folded by Unicode, a plain k also stands for the sign of kelvin.
  if (flags.includes("i") && /[uv]/.test(flags)) return [];
  const runs: string[] = [];
  let run = "";
  let depth = 0;
  const end = (): void => {
    if (run.length >= leastLength) runs.push(run);
    run = "";
  };
  for (let at = 0; at < source.length;) {
    const { length, meaning } = pieceAt(source, at, flags);
    at += length;
    if (meaning === "alternative" && depth === 0) return [];
    if (meaning === "open") depth += 1;
    if (meaning === "close") depth -= 1;
    if (meaning === "optional") run = run.slice(0, -1);
    if (meaning.startsWith(plainMark) && depth === 0) run += meaning.slice(plainMark.length);
    else if (depth === 0 || meaning === "open") end();
  }
  end();
  return runs;
}

/** Pieces that may be there or not, written with a question mark: with many of them the engine does not come to an end. */
export function optionalPieces(source: string, flags: string): number {
  let count = 0;
  let before: Piece["meaning"] = "open";
  for (let at = 0; at < source.length;) {
    const { length, meaning } = pieceAt(source, at, flags);
    if (source[at] === "?" && before !== "open" && before !== "optional") count += 1;
    before = meaning;
    at += length;
  }
  return count;
}

const plainMark = "plain ";

type Piece = {
  readonly length: number;
  readonly meaning: "alternative" | "open" | "close" | "optional" | "gap" | `${typeof plainMark}${string}`;
};

function pieceAt(source: string, at: number, flags: string): Piece {
  const character = source[at] ?? "";
  switch (character) {
    case "|":
      return { length: 1, meaning: "alternative" };
    case "(":
      return { length: 1, meaning: "open" };
    case ")":
      return { length: 1, meaning: "close" };
    case "?":
    case "*":
      return { length: 1, meaning: "optional" };
    case "{":
      return { length: lengthOf(/^\{\d+(?:,\d*)?\}/, source, at), meaning: "optional" };
    case "[":
      return { length: classLength(source, at, flags), meaning: "gap" };
    case "\\":
      return escapeAt(source, at);
  }
  return { length: 1, meaning: /^[a-zA-Z0-9_ :;,<>=!@#%&'~-]$/.test(character) ? `${plainMark}${character}` : "gap" };
}

function escapeAt(source: string, at: number): Piece {
  const next = source[at + 1] ?? "";
  if (/[.()[\]{}+*?^$|-]/.test(next)) return { length: 2, meaning: `${plainMark}${next}` };
  return {
    length: lengthOf(/^\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[\w=]*\}|k<\w*>|\d+|.)?/is, source, at),
    meaning: "gap",
  };
}

const lengthOf = (pattern: RegExp, source: string, at: number): number =>
  Math.max(1, pattern.exec(source.slice(at))?.[0].length ?? 1);

/** Classes hold other classes only where the expression asks for sets. */
function classLength(source: string, at: number, flags: string): number {
  let depth = 1;
  for (let end = at + 1; end < source.length; end++) {
    const character = source[end];
    if (character === "\\") end += 1;
    else if (character === "[" && flags.includes("v")) depth += 1;
    else if (character === "]") {
      depth -= 1;
      if (depth === 0) return end + 1 - at;
    }
  }
  return source.length - at;
}
