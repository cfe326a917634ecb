// `--on STATUS 'CMD'` and an event -> whether the command is meant, and its environment; the command itself is never changed.
import { type LiveSession, type StatusName, statusNames } from "../../live/index.ts";
import { WorldError } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import { isoTime } from "../json-line.ts";
import type { StatusEvent } from "./status-json.ts";
import { callText, isWaiting } from "./told.ts";

export type Rule = { readonly on: StatusName | "waiting"; readonly line: string };

/** What is no rule is told when the command begins: an error while flags are read would be shown with all its stack. */
export type NoRule = { readonly problem: string; readonly hint: string };

/** The two words of the flag stand in one text, with a blank between them. */
export function ruleOf(input: string): Rule | NoRule {
  const [, name = "", line = ""] = /^(\S*)(?:\s+(.*))?$/s.exec(input) ?? [];
  const on = [...statusNames, "waiting" as const].find((status) => status === name);
  const hint = `--on ${on ?? "waiting"} 'CMD'`;
  if (on === undefined)
    return { problem: `${JSON.stringify(name)} is no status; there are waiting, ${statusNames.join(", ")}`, hint };
  return line.trim() === "" ? { problem: `--on ${on} needs a command behind it`, hint } : { on, line };
}

export function checkedRules(rules: readonly (Rule | NoRule)[]): readonly Rule[] {
  return rules.map((rule) => {
    if ("problem" in rule) throw new WorldError("bad-argument", sanitizeLine(rule.problem), { hint: rule.hint });
    return rule;
  });
}

export function isMeant({ on }: Rule, { told }: StatusEvent): boolean {
  const { status } = told.status;
  return on === "waiting" ? isWaiting(status) : status === on;
}

/** Whether it came to another status or another call, rather than only being surer of the same. */
export function isNews(before: LiveSession | undefined, now: LiveSession): boolean {
  if (before === undefined || before.status.status !== now.status.status) return true;
  const [old, call] = [before.status.call, now.status.call];
  // The log may name the call a moment after the client says that it waits.
  return old !== undefined && call !== undefined && old.id !== call.id;
}

/** Systems bound how long one value may be. */
const longest = 2000;

export function environmentOf({ told, before }: StatusEvent): Readonly<Record<string, string>> {
  const { status, confidence, sinceMs, evidence, call } = told.status;
  const values = {
    CLEW_SESSION: told.sessionId,
    CLEW_STATUS: status,
    CLEW_BEFORE: before,
    CLEW_CONFIDENCE: confidence,
    CLEW_EVIDENCE: evidence.map(({ text }) => text).join("; "),
    CLEW_SINCE: isoTime(sinceMs),
    CLEW_PROJECT: told.project,
    CLEW_FOLDER: told.cwd,
    CLEW_TITLE: told.title,
    CLEW_TOOL: call?.tool,
    CLEW_CALL: callText(told),
    CLEW_PATH: told.path,
  };
  // A NUL cannot stand in an environment, and control characters have no business on a notification.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sanitizeLine(value ?? "").slice(0, longest)]),
  );
}
