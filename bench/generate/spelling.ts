// An entry -> one line of JSON in some spelling that a parser takes and a hasty reader trips over: spaces, key order, escapes, line ends.
import type { Json, JsonObject } from "./json.ts";
import type { Rng } from "./rng.ts";

export type Spelling = {
  readonly name: string;
  /** `python`: a space behind colons and commas; `loose`: blanks and tabs wherever JSON allows them. */
  readonly separators: "compact" | "python" | "loose";
  readonly keys: "written" | "sorted" | "reversed";
  /** `ascii`: everything else as \u escapes, and `/` as `\/`. */
  readonly letters: "utf8" | "ascii";
  readonly lineEnd: "\n" | "\r\n";
  readonly start: "" | "\uFEFF";
};

const plain = {
  name: "client",
  separators: "compact",
  keys: "written",
  letters: "utf8",
  lineEnd: "\n",
  start: "",
} as const;

export const clientSpelling: Spelling = plain;

export const oddSpellings: readonly Spelling[] = [
  { ...plain, name: "python", separators: "python", letters: "ascii" },
  { ...plain, name: "sorted", keys: "sorted" },
  { ...plain, name: "reversed", keys: "reversed" },
  { ...plain, name: "crlf", lineEnd: "\r\n" },
  { ...plain, name: "bom", start: "\uFEFF" },
  { ...plain, name: "loose", separators: "loose", keys: "reversed", lineEnd: "\r\n", start: "\uFEFF" },
];

/** Most files are as the client writes them; the first sessions walk through all spellings. */
export function drawSpelling(rng: Rng, index: number): Spelling {
  const walked = index % 2 === 1 ? oddSpellings[(index - 1) / 2] : undefined;
  return walked ?? (rng.chance(0.12) ? rng.pick(oddSpellings) : clientSpelling);
}

export function spell(entry: JsonObject, spelling: Spelling): string {
  const { separators, keys, letters } = spelling;
  if (separators === "compact" && keys === "written" && letters === "utf8") return JSON.stringify(entry);
  const [colon, comma, open, close] = marks[separators];
  let told = 0;

  return separators === "loose" ? ` ${value(entry)}\t` : value(entry);

  function value(item: Json): string {
    if (typeof item === "string") return text(item);
    if (typeof item === "number") return amount(item);
    if (item === null || typeof item === "boolean") return String(item);
    if (isList(item)) return `[${open}${item.map(value).join(comma)}${close}]`;
    const members = ordered(Object.entries(item)).flatMap(([key, member]) =>
      member === undefined ? [] : [`${name(key)}${colon}${value(member)}`],
    );
    return `{${open}${members.join(comma)}${close}}`;
  }

  function ordered<T>(members: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
    switch (keys) {
      case "written":
        return members;
      case "sorted":
        return members.toSorted(([a], [b]) => (a < b ? -1 : 1));
      case "reversed":
        return members.toReversed();
    }
  }

  // A key may be spelled with escapes as well as any text.
  function name(key: string): string {
    told += 1;
    if (separators !== "loose" || told % 11 !== 0) return JSON.stringify(key);
    return `"\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${key.slice(1)}"`;
  }

  function amount(item: number): string {
    return separators === "loose" && Number.isSafeInteger(item) && item > 0 && item % 3 === 0 ? `${item}.0` : `${item}`;
  }

  function text(item: string): string {
    const quoted = JSON.stringify(item);
    return letters === "utf8" ? quoted : quoted.replaceAll("/", "\\/").replace(/[^\0-~]/g, escape);
  }
}

const marks = {
  compact: [":", ",", "", ""],
  python: [": ", ", ", "", ""],
  loose: [" :\t", " , ", " ", "\t "],
} as const;

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] => Array.isArray(value);
const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
