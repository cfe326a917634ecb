// Times and sizes -> the short forms people read: "3 h ago", "12 s", "4.2 MB", "1.3 M", "$0.042".

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function formatAge(thenMs: number | undefined, nowMs: number): string {
  if (thenMs === undefined) return "";
  const age = nowMs - thenMs;
  if (age < -minute) return "in the future";
  if (age < minute) return "just now";
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  if (age < 60 * day) return `${Math.floor(age / day)} d ago`;
  return `${Math.floor(age / (30 * day))} mo ago`;
}

export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return "";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / 1000)} s`;
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
}

export function formatBytes(bytes: number): string {
  return scaled(bytes, ["B", "kB", "MB", "GB", "TB"]);
}

export function formatCount(count: number): string {
  return scaled(count, ["", "k", "M", "G", "T"]);
}

function scaled(value: number, units: readonly string[]): string {
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? String(Math.round(size)) : size.toFixed(1);
  return `${digits} ${units[unit] ?? ""}`.trim();
}

/** ISO date and time without seconds, in universal time. */
export function formatTime(ms: number | undefined): string {
  return ms === undefined ? "" : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** "1 turn", "2,000 turns". */
export function plural(count: number, word: string): string {
  const many = word.endsWith("ch") ? `${word}es` : `${word}s`;
  return `${formatWhole(count)} ${count === 1 ? word : many}`;
}

/** With a mark at each thousand: "12,345". */
export const formatWhole = (count: number): string =>
  Math.round(count)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** Cents, or as many digits as a small sum needs to be more than nothing. */
export function formatUsd(usd: number): string {
  if (usd === 0 || usd >= 0.995) return `$${cents(usd)}`;
  return `$${usd.toFixed(Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(usd)))))}`;
}

function cents(usd: number): string {
  const [units = "0", rest = "00"] = usd.toFixed(2).split(".");
  return `${formatWhole(Number(units))}.${rest}`;
}
