// A value -> its line of JSON: every field is there, null where nothing is known; maps and sets become objects and arrays.
import { WorldError } from "../store/index.ts";
import { escapeJson } from "../view/index.ts";

export function jsonLine(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, plain))}\n`;
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value === undefined ? null : value;
}

/** The same for values that hold content of the log, which can be nested more deeply than can be written. */
export function contentLine(value: unknown): string {
  try {
    return jsonLine(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new WorldError("failed", "the content is nested too deeply, or too long, to be written as JSON", {
      hint: "see the log's own lines with `clew entries --json`",
      cause: error,
    });
  }
}

/** Milliseconds as the ISO text that the log itself uses; of a number that is no time there is none. */
export function isoTime(ms: number | undefined): string | undefined {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
