// Answers about cost -> money by day and of one session, with how sure it is.
import { ask, logPath } from "./client.ts";
import { zone } from "../live/zone.ts";
import { count, fieldsOf, flag, list, oneOf, part, text } from "./fields.ts";

export type DayCost = { readonly day: string; readonly costUsd: number; readonly grade: string };

export async function costByDay(days: number): Promise<readonly DayCost[]> {
  const fields = fieldsOf(await ask("/cost", { by: "day", days, tz: zone() }));
  return list(fields, "groups", (value) => {
    const group = fieldsOf(value);
    return { day: text(group, "day"), costUsd: count(group, "costUsd"), grade: text(group, "grade") };
  });
}

export type SessionCost = {
  readonly costUsd: number;
  readonly grade: "exact" | "floor" | "unpriced";
  readonly messages: number;
  /** Why it is not exact. */
  readonly reasons: readonly string[];
  /** What it copied from other sessions is counted too. */
  readonly isAlone: boolean;
  readonly pricesOf: string;
};

export async function costOfSession(id: string): Promise<SessionCost> {
  const fields = fieldsOf(await ask(`${logPath(id)}/cost`));
  return {
    costUsd: count(fields, "costUsd"),
    grade: oneOf(["exact", "floor", "unpriced"], fields["grade"]),
    messages: count(fields, "messages"),
    reasons: list(fields, "reasons", (value) => text(fieldsOf(value), "explanation")),
    isAlone: flag(fields, "isAlone"),
    pricesOf: text(part(fields, "prices"), "date"),
  };
}
