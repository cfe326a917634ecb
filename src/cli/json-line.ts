// A value -> its line of JSON: every field is there, null where nothing is known; maps and sets become objects and arrays.
import { escapeJson } from "../view/index.ts";

export function jsonLine(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, plain))}\n`;
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value === undefined ? null : value;
}

/** Milliseconds as the ISO text that the log itself uses. */
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
