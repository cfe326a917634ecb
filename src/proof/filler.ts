// A text of a request -> whether the client put it there by itself, and what is left without its reminders.
import { plainText, withoutTagged } from "../format/index.ts";
import type { Block } from "../format/index.ts";

const fillers: ReadonlySet<string> = new Set([
  "No response requested.",
  "Continue from where you left off.",
  "(no content)",
  "[Tool use interrupted]",
  "[Orphaned tool result removed due to conversation resume]",
]);

const fillerResult = /^\[Tool (call interrupted|result missing due to internal error)/;

export const isFiller = (text: string): boolean => fillers.has(text.trim());

export const isFillerResult = (result: Extract<Block, { type: "tool_result" }>): boolean =>
  result.isError && fillerResult.test(plainText(result.content));

/** A reminder may quote another one, so only its two ends count. */
export const isReminder = (text: string): boolean => /^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(text);

export const withoutReminders = (text: string): string => withoutTagged(text, ["system-reminder"]).trim();
