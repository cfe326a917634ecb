// Torn entries and loose ends in the order of the file -> entries put together again, where their halves fit; pure search, bounded.
import { type JsonObject, parsedObject } from "../../format/index.ts";
import { type Effort, firstEnds } from "./first-end.ts";
import { type Open, type Walk, copyWalk, startWalk, step, walkText } from "./json-walk.ts";
import { isPlausible } from "./plausible.ts";
import { isEntryLike } from "./segments.ts";

/** How far the other half of an entry is looked for, in loose ends. */
const maxEnds = 12;

const isDone = ({ mode }: Walk): boolean => mode === "done";

export type Joined = { readonly raw: JsonObject; readonly used: readonly number[] };

/** `texts[at]` begins an entry: which of the loose ends behind it complete it? */
export function joinedWithEnds(start: string, ends: readonly (readonly [number, string])[]): Joined | undefined {
  let walk = startWalk();
  if (walkText(walk, start) < start.length || isDone(walk)) return undefined;
  let text = start;
  const used: number[] = [];
  for (const [place, end] of ends.slice(0, maxEnds)) {
    const next = copyWalk(walk);
    if (walkText(next, end) < end.length) continue;
    walk = next;
    text += end;
    used.push(place);
    if (!isDone(walk)) continue;
    const raw = entryOf(text);
    return raw === undefined ? undefined : { raw, used };
  }
  return undefined;
}

function entryOf(text: string): JsonObject | undefined {
  const raw = parsedObject(text);
  return raw !== undefined && isEntryLike(raw) && isPlausible(raw) ? raw : undefined;
}

export type Untangled = {
  readonly first: JsonObject;
  readonly second: JsonObject;
  readonly fit: number;
  /** No other seam fits as well. */
  readonly isCertain: boolean;
};

/** Beyond this a search for the seam costs more than two lines are worth. */
const maxTangle = 400_000;
const maxTries = 3000;
const maxRead = 40_000_000;

/** For all searches in a log together: so many characters, and some more for each one that is searched. */
export const effortFor = (length: number): Effort => ({ left: maxRead + 64 * length });

export type Tangle = {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
  readonly effort: Effort;
};

/**
 * Two writers took turns: `start` begins the first entry, `middle` begins the second and goes over into the end of the
 * first, and the second ends in `middle` too or in `end`. Of all seams at which both are entries the one that fits best.
 */
export function untangled(tangle: Tangle, fitOf: (pair: readonly JsonObject[]) => number): Untangled | undefined {
  const { start, middle, end, effort } = tangle;
  const length = start.length + middle.length + end.length;
  const first = startWalk();
  if (length > maxTangle || walkText(first, start) < start.length) return undefined;
  const walk = startWalk();
  const endOf = firstEnds(first, middle, effort);
  const hopeless = new Map<Open, Set<string>>();
  let best: Untangled | undefined;
  let tries = 0;
  for (let seam = 1; seam < middle.length; seam++) {
    if (!step(walk, middle.charCodeAt(seam - 1))) break;
    if (effort.left < 0) return best && { ...best, isCertain: false };
    const stop = endOf(seam);
    if (stop === undefined) continue;
    // What follows is the same for every place in a text: if it is no JSON once, it never is.
    const state = `${stop} ${walk.mode} ${walk.isKey} ${walk.digits}`;
    const failed = hopeless.get(walk.open) ?? new Set();
    if (failed.has(state)) continue;
    tries += 1;
    effort.left -= length;
    if (tries > maxTries || tries * length > maxRead) return best && { ...best, isCertain: false };
    const second = parsedObject(middle.slice(0, seam) + middle.slice(stop) + end);
    if (second === undefined) hopeless.set(walk.open, failed.add(state));
    if (second === undefined || !isEntryLike(second) || !isPlausible(second)) continue;
    const whole = entryOf(start + middle.slice(seam, stop));
    if (whole === undefined) continue;
    const fit = fitOf([whole, second]);
    if (best === undefined || fit > best.fit) best = { first: whole, second, fit, isCertain: true };
    else if (fit === best.fit) best = { ...best, isCertain: false };
  }
  return best;
}
