// What a person writes for a time -> the moment it means: a day, a date with a time, `yesterday`, `2 weeks ago`; anything else is refused.
import { WorldError } from "../store/index.ts";
import type { Days } from "./day.ts";

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const agoPattern = /^(\d{1,6}) ?(hours?|days?|weeks?|months?|years?|[hdwmy])( ago)?$/;

/** The first moment that the words cover: a day means its beginning, in the zone of `days`. */
export function momentOf(
  words: string,
  name: string,
  { days, nowMs }: { readonly days: Days; readonly nowMs: number },
): number {
  const text = words.trim();
  const small = text.toLowerCase();
  if (small === "now") return nowMs;
  if (small === "today") return days.startOf(days.dayOf(nowMs));
  if (small === "yesterday") return days.startOf(shifted(days.dayOf(nowMs), { days: -1 }));
  if (isDay(text)) return days.startOf(text);
  if (timePattern.test(text)) {
    const ms = Date.parse(text.replace(" ", "T"));
    if (!Number.isNaN(ms)) return ms;
  }
  const [, count = "", unit = ""] = agoPattern.exec(small) ?? [];
  if (unit !== "") return ago(Number(count), unit);
  throw new WorldError("bad-argument", `${JSON.stringify(words)} is not a time for --${name}`, {
    hint: `write it like 2026-03-01, 2026-03-01T14:30Z, yesterday or "2 weeks ago"`,
  });

  function ago(count: number, unit: string): number {
    if (unit.startsWith("h")) return nowMs - count * 60 * 60 * 1000;
    const today = days.dayOf(nowMs);
    if (unit.startsWith("d")) return days.startOf(shifted(today, { days: -count }));
    if (unit.startsWith("w")) return days.startOf(shifted(today, { days: -7 * count }));
    return days.startOf(shifted(today, { months: unit.startsWith("m") ? -count : -12 * count }));
  }
}

/** A day that the calendar has: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
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
