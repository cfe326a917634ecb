// What every step of the replay knows: the client's rules and the family of the session's model.
import type { ReplayRules } from "../rules.ts";
import { type Family, familyReminders } from "./model-family.ts";

export type Replay = { readonly rules: ReplayRules; readonly family: Family };

/** Older models, and all models of older clients, are reminded inside user messages, newer ones by role "system". */
export function remindersGoTo({ rules, family }: Replay): "user" | "system" {
  return rules.reminders === "worded" ? "user" : familyReminders(family);
}
