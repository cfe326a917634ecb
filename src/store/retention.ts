// A config home -> after how many days without a change the client deletes its sessions; only its settings are read.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, numberField } from "../format/index.ts";
import { systemCode } from "./world-error.ts";

/** What the client does when its settings say nothing. */
export const defaultRetentionDays = 30;

export function retentionDays(home: string): number {
  const days = numberField(settingsOf(join(home, "settings.json")), "cleanupPeriodDays");
  return days === undefined || !Number.isFinite(days) || days < 0 ? defaultRetentionDays : days;
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
