// Costs of the days that had any -> every one of the last days, with zero where nothing was spent.
import type { DayCost } from "../api/cost.ts";

export type Day = { readonly day: string; readonly startMs: number; readonly costUsd: number };

/** Days of the person who looks: the last is today. */
export function lastDays(
  costs: readonly DayCost[],
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): readonly Day[] {
  const byDay = new Map(costs.map(({ day, costUsd }) => [day, costUsd]));
  return Array.from({ length: days }, (_, at) => {
    const start = new Date(nowMs);
    start.setHours(0, 0, 0, 0);
    start.setDate(start.getDate() - (days - 1 - at));
    const day = [start.getFullYear(), two(start.getMonth() + 1), two(start.getDate())].join("-");
    return { day, startMs: start.getTime(), costUsd: byDay.get(day) ?? 0 };
  });
}

export const sumOf = (days: readonly Day[], last: number): number =>
  days.slice(-last).reduce((sum, { costUsd }) => sum + costUsd, 0);

const two = (value: number): string => String(value).padStart(2, "0");
