// A value -> its line of JSON; maps and sets become objects and arrays, absent stays absent.

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value, plain)}\n`;
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}

/** Milliseconds as the ISO text that the log itself uses. */
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
