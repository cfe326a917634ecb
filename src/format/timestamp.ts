// ISO timestamp text -> milliseconds since 1970, or undefined for anything the client would not have written.

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** One that names no zone is in universal time, as the client's own are: it must not mean another moment elsewhere. */
export function timestampMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const usual = usualMs(text);
  if (usual !== undefined) return usual;
  const found = isoPattern.exec(text);
  if (found === null) return undefined;
  const [whole, zone] = found;
  const ms = Date.parse(zone === undefined ? `${whole}Z` : whole);
  return Number.isNaN(ms) ? undefined : ms;
}

/** In the one shape that clients write, read by its digits: a log has one in every line. Undefined for all else. */
function usualMs(text: string): number | undefined {
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a || text.charCodeAt(10) !== 0x54) return undefined;
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d || text.charCodeAt(19) !== 0x2e) return undefined;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return undefined;
  const year = 100 * two(text, 0) + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  const ms = 10 * two(text, 20) + (two(text, 21) % 10);
  // Days that not every month has are for the calendar.
  const isPlain = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!isPlain || !(hour <= 23 && minute <= 59 && second <= 59 && ms >= 0)) return undefined;
  return ((daysBefore(year, month, day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + ms;
}

/** Since 1970. A year begins with March here, so that a leap day is its last. */
function daysBefore(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const daysOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return years * 365 + leapDays + daysOfYear - 719_468;
}

/** Not a number where there are no two digits. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}
