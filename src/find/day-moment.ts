// What a person writes for a time -> the stretch it means: a day, a month, a date with a time, `yesterday`, `2 weeks ago`; anything else is refused.
import { WorldError } from "../store/index.ts";
import type { Days } from "./day.ts";

export type TimeSpan = {
  readonly startMs: number;
  /** The first moment behind it; undefined for a single moment. */
  readonly endMs: number | undefined;
};

export type WordClock = { readonly days: Days; readonly nowMs: number };

/** How times are written, for whoever wrote one that is none. */
export const timeExamples = `2026-03-01, 2026-03, 2026-03-01T14:30, yesterday, monday, "last week", 30min, 3d or "2 weeks ago"`;

/** The first moment that the words cover: a day means its beginning, in the zone of `days`. */
export function momentOf(words: string, name: string, clock: WordClock): number {
  const span = spanOf(words, clock);
  if (span !== undefined) return span.startMs;
  throw new WorldError("bad-argument", `${JSON.stringify(words)} is not a time for --${name}`, {
    hint: `write it like ${timeExamples}`,
  });
}

/** Undefined when the words are no time. */
export function spanOf(words: string, { days, nowMs }: WordClock): TimeSpan | undefined {
  const text = padded(words.trim().replaceAll(/\s+/g, " "));
  const moment = pointOf(text, { days, nowMs });
  if (moment !== undefined) return { startMs: moment, endMs: undefined };
  const stretch = stretchOf(text.toLowerCase(), days.dayOf(nowMs));
  return stretch && { startMs: days.startOf(stretch.from), endMs: days.startOf(stretch.to) };
}

/** `2026/3/1` is `2026-03-01`. */
function padded(text: string): string {
  const [date] = /^\d{4}\/\d{1,2}(?:\/\d{1,2})?(?!\d)/.exec(text) ?? [];
  if (date === undefined) return text;
  const parts = date.split("/").map((part) => part.padStart(2, "0"));
  return `${parts.join("-")}${text.slice(date.length)}`;
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i;
const minuteMs = 60 * 1000;

function pointOf(text: string, { days, nowMs }: WordClock): number | undefined {
  if (text.toLowerCase() === "now") return nowMs;
  const [, day = "", time = "", zone] = timePattern.exec(text) ?? [];
  if (isDay(day)) {
    const ms = Date.parse(`${day}T${time}${zone?.toUpperCase() ?? "Z"}`);
    if (!Number.isNaN(ms)) return zone === undefined ? days.atLocal(ms) : ms;
  }
  const { count, unit } = agoOf(text.toLowerCase());
  return unit === "minute" ? nowMs - count * minuteMs : unit === "hour" ? nowMs - count * 60 * minuteMs : undefined;
}

const agoPattern = /^(\d{1,6}) ?([a-z]+)( ago)?$/;
type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";
/** A single m means minutes, as everywhere else. */
const units: ReadonlyMap<string, Unit> = new Map([
  ...["m", "min", "mins", "minute", "minutes"].map((word) => [word, "minute"] as const),
  ...["h", "hr", "hrs", "hour", "hours"].map((word) => [word, "hour"] as const),
  ...["d", "day", "days"].map((word) => [word, "day"] as const),
  ...["w", "wk", "week", "weeks"].map((word) => [word, "week"] as const),
  ...["mo", "mos", "month", "months"].map((word) => [word, "month"] as const),
  ...["y", "yr", "year", "years"].map((word) => [word, "year"] as const),
]);

function agoOf(small: string): { readonly count: number; readonly unit: Unit | undefined } {
  const [, count = "", word = ""] = agoPattern.exec(small) ?? [];
  return { count: Number(count), unit: units.get(word) };
}

/** Whole days by the calendar; `to` is the first day behind them. */
type Stretch = { readonly from: string; readonly to: string };

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function stretchOf(small: string, today: string): Stretch | undefined {
  if (small === "today") return dayAt(today);
  if (small === "yesterday") return dayAt(shifted(today, { days: -1 }));
  const [, which, period = ""] = /^(?:(this|last) )?(week|month|year|[a-z]+day)$/.exec(small) ?? [];
  const wanted = weekdays.indexOf(period);
  if (wanted >= 0) {
    const since = (weekdayOf(today) - wanted + 7) % 7;
    // Last Monday, on a Monday, was a week ago.
    return dayAt(shifted(today, { days: which === "last" && since === 0 ? -7 : -since }));
  }
  if (which !== undefined) return periodOf(period, today, which === "last" ? 1 : 0);
  if (isDay(small)) return dayAt(small);
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(small)) return monthAt(`${small}-01`);
  const { count, unit } = agoOf(small);
  switch (unit) {
    case "day":
      return dayAt(shifted(today, { days: -count }));
    case "week":
      return dayAt(shifted(today, { days: -7 * count }));
    case "month":
      return dayAt(shifted(today, { months: -count }));
    case "year":
      return dayAt(shifted(today, { months: -12 * count }));
    case "minute":
    case "hour":
    case undefined:
      return undefined;
  }
}

/** Weeks begin on Monday. */
function periodOf(period: string, today: string, back: number): Stretch | undefined {
  if (period === "week") {
    const from = shifted(today, { days: -((weekdayOf(today) + 6) % 7) - 7 * back });
    return { from, to: shifted(from, { days: 7 }) };
  }
  if (period === "month") return monthAt(shifted(`${today.slice(0, 7)}-01`, { months: -back }));
  if (period !== "year") return undefined;
  const from = shifted(`${today.slice(0, 4)}-01-01`, { months: -12 * back });
  return { from, to: shifted(from, { months: 12 }) };
}

const dayAt = (day: string): Stretch => ({ from: day, to: shifted(day, { days: 1 }) });
const monthAt = (from: string): Stretch => ({ from, to: shifted(from, { months: 1 }) });
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** A day that the calendar has: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** By the calendar; a month earlier than the 31st is the last day there is. */
function shifted(day: string, by: { readonly days?: number; readonly months?: number }): string {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  const months = year * 12 + month - 1 + (by.months ?? 0);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const moved = Date.UTC(Math.floor(months / 12), months % 12, Math.min(date, last) + (by.days ?? 0));
  return new Date(Math.max(moved, 0)).toISOString().slice(0, 10);
}
