// A part's second <-> its rowid: minutes come one after the other, so an order by time needs no sorting of all that is found.

const epochSeconds = Date.UTC(2020) / 1000;
/** Close rowids make a small index: the room of one per second costs a quarter of the text's size more. */
const minuteSeconds = 60;
/** Room for the parts of one minute; more of them run on into the minutes after it, never in front. */
const slots = 1024;
/** So that every rowid is a whole number that a double holds, with room to run on. */
const lastMinute = 2 ** 42;

/** Minutes since the first one; times outside of what fits count as the nearest that does. */
export function minuteOf(seconds: number): number {
  return Math.min(Math.max(0, Math.floor((seconds - epochSeconds) / minuteSeconds)), lastMinute);
}

export const minuteOfKey = (key: number): number => Math.floor(key / slots);
export const firstKey = (minute: number): number => minute * slots;
export const lastKey = (minute: number): number => minute * slots + slots - 1;

/** A part stamped more than this after its file was changed last is not believed. */
const trustedAhead = 86_400;

/** What a part's place in time is, from the greatest time seen up to its line and the time of the file. */
export function orderSeconds(newest: number, fileSeconds: number): number {
  return Math.min(newest, fileSeconds + trustedAhead);
}

export const isClamped = (newest: number | undefined, fileSeconds: number): boolean =>
  newest !== undefined && newest > fileSeconds + trustedAhead;
