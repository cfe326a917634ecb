// A config home -> after how many days without a change the client deletes its sessions; only its settings are read.
import { join, sep } from "node:path";
import { numberField, parsedObject, utf8Text } from "../format/index.ts";
import { noteBytes, readSmallFileIfReadable } from "./open/read-small-file.ts";

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

/**
 * Settings that cannot be read are none: this is about a hint, not about the sessions themselves. People keep this file
 * with their other settings and link to it, so the link is followed; one number is all that is read from it.
 */
function settingsOf(path: string): Parameters<typeof numberField>[0] {
  const bytes = readSmallFileIfReadable(path, { mostBytes: noteBytes, links: "followed" });
  return (bytes && parsedObject(utf8Text(bytes))) ?? {};
}
