// Answers of /cost -> money by day, with how sure it is.
import { ask } from "./client.ts";
import { zone } from "../live/zone.ts";
import { count, fieldsOf, list, text } from "./fields.ts";

export type DayCost = { readonly day: string; readonly costUsd: number; readonly grade: string };

export async function costByDay(days: number): Promise<readonly DayCost[]> {
  const fields = fieldsOf(await ask("/cost", { by: "day", days, tz: zone() }));
  return list(fields, "groups", (value) => {
    const group = fieldsOf(value);
    return { day: text(group, "day"), costUsd: count(group, "costUsd"), grade: text(group, "grade") };
  });
}
