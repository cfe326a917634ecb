// An entry that breaks off, and a text it may go on in -> where it ends if it goes on at a place.
import { type Open, type Walk, copyWalk, isInString, step } from "./json-walk.ts";

/** Characters that a search may still read; below zero it gives up. */
export type Effort = { left: number };

/** `first`: the walk up to where the entry breaks off. */
export function firstEnds(first: Walk, text: string, effort: Effort): (seam: number) => number | undefined {
  const quotes = isInString(first) ? closingQuotes(text) : new Int32Array(0);
  const ends = knownEnds(first.open, text.length);
  return (seam) => {
    const walk = copyWalk(first);
    let at = seam;
    while (at < text.length && isInString(walk)) {
      if (walk.mode === "string") at = quotes[at] ?? never;
      if (at === never || !step(walk, text.charCodeAt(at))) return undefined;
      at += 1;
    }
    return endFrom(walk, at);
  };

  function endFrom(walk: Walk, start: number): number | undefined {
    const passed: (readonly [number, Open])[] = [];
    let [at, found]: [number, number | undefined] = [start, undefined];
    for (; at < text.length; at++) {
      if (!step(walk, text.charCodeAt(at))) break;
      if (walk.mode === "done") {
        found = at + 1;
        break;
      }
      if (walk.mode !== "behind-value") continue;
      if (ends.has(at, walk.open)) {
        found = ends.get(at, walk.open);
        break;
      }
      passed.push([at, walk.open]);
    }
    effort.left -= at - start;
    for (const [place, open] of passed) ends.set(place, open, found);
    return found;
  }
}

type KnownEnds = {
  readonly has: (at: number, open: Open) => boolean;
  readonly get: (at: number, open: Open) => number | undefined;
  readonly set: (at: number, open: Open, end: number | undefined) => void;
};

/** Behind a value the walk is the same wherever it came from. Kept where no more is open than at the beginning, for so many places. */
function knownEnds(first: Open, length: number): KnownEnds {
  const levels = new Map<Open, Map<number, number | undefined>>();
  for (let open: Open | undefined = first; open !== undefined && levels.size < mostLevels; open = open.around)
    levels.set(open, new Map());
  let room = 2 * length;
  return {
    has: (at, open) => levels.get(open)?.has(at) ?? false,
    get: (at, open) => levels.get(open)?.get(at),
    set(at, open, end) {
      const level = levels.get(open);
      if (level === undefined || room === 0) return;
      room -= 1;
      level.set(at, end);
    },
  };
}

/** Entries are not nested more deeply than this. */
const mostLevels = 100;
const never = -1;

/** For each place inside a string: where its closing quote is, `never` where there is none or the string breaks the rules. */
function closingQuotes(text: string): Int32Array {
  const places = new Int32Array(text.length + 6).fill(never);
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === quote) places[at] = at;
    else if (code >= 0x20) places[at] = places[at + (code === backslash ? escapeLength(text, at) : 1)] ?? never;
  }
  return places;
}

/** Infinity where it is no escape that JSON knows. */
function escapeLength(text: string, at: number): number {
  if (text.charAt(at + 1) === "u") return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : Infinity;
  return /^["\\/bfnrt]$/.test(text.charAt(at + 1)) ? 2 : Infinity;
}

const quote = 0x22;
const backslash = 0x5c;
