// A query -> bytes of which at least one run must stand in the raw line of every match; undefined when any line may match.
import { required } from "./regex-literal.ts";
import type { Query } from "./query.ts";
import { variantsOf } from "./letter-variants.ts";

export type Needles = {
  /** ASCII letters are small, and stand for both cases. */
  readonly runs: readonly Uint8Array[];
  /** Which `\u` escapes could spell a part of them, so that their lines must be read too. */
  readonly escapes: "ascii" | "any";
};

export function needlesOf(query: Query): Needles | undefined {
  switch (query.kind) {
    case "all":
      return best(query.of.slice(0, conditionsLimit).map(needlesOf));
    case "any": {
      if (query.of.length > runsLimit) return undefined;
      const parts = query.of.map(needlesOf);
      const known = parts.filter((part) => part !== undefined);
      return parts.length === 0 || known.length < parts.length ? undefined : joined(known);
    }
    case "words":
      return best(query.words.slice(0, conditionsLimit).map((word) => needlesIn(word, "either-case")));
    case "literal":
      return needlesIn(query.text, query.letters);
    case "regex":
      return best(required(query).map((text) => needlesIn(text, "either-case")));
    case "not":
    case "role":
    case "tool":
    case "is":
    case "file":
    case "project":
    case "branch":
    case "model":
    case "session":
    case "title":
    case "before":
    case "after":
      return undefined;
  }
}

const runsLimit = 16;
/** Each of them must hold, so some are enough to go by. */
const conditionsLimit = 32;

function joined(parts: readonly Needles[]): Needles | undefined {
  const runs = parts.flatMap((part) => part.runs);
  if (runs.length > runsLimit) return undefined;
  return { runs, escapes: parts.some(({ escapes }) => escapes === "any") ? "any" : "ascii" };
}

/** Few and long ones stop at the fewest lines. */
function best(parts: readonly (Needles | undefined)[]): Needles | undefined {
  return parts.reduce(
    (chosen, part) => (chosen === undefined || worth(part) > worth(chosen) ? part : chosen),
    undefined,
  );
}

function worth(needles: Needles | undefined): number {
  if (needles === undefined) return -1;
  return Math.min(...needles.runs.map((run) => run.length)) / needles.runs.length;
}

/** One character as the bytes that may stand for it in a raw line; none when JSON may escape it in a short way. */
type Spelling = { readonly bytes: readonly Uint8Array[]; readonly isAscii: boolean };

const encoder = new TextEncoder();
const longestWindow = 12;
/** A longer text is told by its beginning as well. */
const longestText = 512;
const variantsLimit = 4;

function needlesIn(text: string, letters: "as-written" | "either-case"): Needles | undefined {
  const told = text.length > longestText ? text.slice(0, longestText).replace(/i$/i, "") : text;
  // A capital I with a dot is written as one character and becomes two.
  const pieces = told.split(/i\u0307|\u0130/i);
  let chosen: Needles | undefined;
  for (const piece of pieces) {
    const spellings = Array.from(piece, (character) => spellingOf(character, letters));
    for (let start = 0; start < spellings.length; start++) chosen = best([chosen, windowAt(spellings, start)]);
  }
  return chosen;
}

/** The longest run from there on that has few enough spellings. */
function windowAt(spellings: readonly Spelling[], start: number): Needles | undefined {
  let runs: readonly Uint8Array[] = [new Uint8Array(0)];
  let escapes: Needles["escapes"] = "ascii";
  for (const { bytes, isAscii } of spellings.slice(start, start + longestWindow)) {
    if (bytes.length === 0 || runs.length * bytes.length > variantsLimit) break;
    runs = runs.flatMap((run) => bytes.map((more) => Uint8Array.of(...run, ...more)));
    if (!isAscii) escapes = "any";
  }
  return runs.some((run) => run.length === 0) ? undefined : { runs, escapes };
}

function spellingOf(character: string, letters: "as-written" | "either-case"): Spelling {
  if (/^[\0-\x7f]$/.test(character)) {
    const isPlain = /^[^\0-\x1f"\\/\x7f]$/.test(character);
    return { bytes: isPlain ? [encoder.encode(character.toLowerCase())] : [], isAscii: true };
  }
  // Half of a pair alone is written as an escape, or as damage.
  if (/^[\ud800-\udfff]$/.test(character)) return { bytes: [], isAscii: false };
  const spelled = letters === "either-case" ? variantsOf(character) : [character];
  return { bytes: spelled.map((each) => encoder.encode(each)), isAscii: false };
}
