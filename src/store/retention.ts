// A config home -> after how many days without a change the client deletes its sessions; only its settings are read.
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { isObject, numberField } from "../format/index.ts";
import { systemCode } from "./world-error.ts";

/** What the client does when its settings say nothing. */
export const defaultRetentionDays = 30;

export function retentionDays(home: string): number {
  const days = numberField(settingsOf(join(home, "settings.json")), "cleanupPeriodDays");
  return days === undefined || !Number.isFinite(days) || days < 0 ? defaultRetentionDays : days;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The client goes by the file's own time, and by the settings of the home that the file is in. */
export function expiryIn(
  homes: readonly string[],
): (file: { readonly path: string; readonly modifiedMs: number }) => number {
  const known = homes
    // A home inside another one is the nearer one.
    .toSorted((a, b) => b.length - a.length)
    .map((home) => ({ inside: join(home, sep), days: retentionDays(home) }));
  return ({ path, modifiedMs }) =>
    modifiedMs + dayMs * (known.find(({ inside }) => path.startsWith(inside))?.days ?? defaultRetentionDays);
}

/** Settings that cannot be read are none: this is about a hint, not about the sessions themselves. */
function settingsOf(path: string): Parameters<typeof numberField>[0] {
  try {
    const settings: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(settings) ? settings : {};
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return {};
    throw error;
  }
}
