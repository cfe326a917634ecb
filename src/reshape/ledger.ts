// A plan -> how many lines it keeps, changes, drops and adds, and whether that is all of the source.
import type { Ledger, Plan } from "./plan.ts";

export function ledgerOf({ placed, dropped }: Plan): Ledger {
  let [kept, added] = [0, 0];
  const changed = new Set<number>();
  for (const item of placed) {
    switch (item.kind) {
      case "kept":
        kept += item.last - item.first + 1;
        break;
      case "changed":
        // A second object of the same line is one line more in the result, but not in the source.
        if (changed.has(item.line)) added += 1;
        changed.add(item.line);
        break;
      case "added":
      case "brought":
        added += 1;
        break;
    }
  }
  return { kept, changed: changed.size, dropped: dropped.length, added };
}

/** Every line of the source is kept, changed or dropped, and none twice. */
export function sumsUp(plan: Plan, sourceLines: number): boolean {
  const { kept, changed, dropped } = ledgerOf(plan);
  if (kept + changed + dropped !== sourceLines) return false;
  const seen = new Set(plan.dropped.map(({ line }) => line));
  if (seen.size !== plan.dropped.length) return false;
  return plan.placed.every((item) => {
    if (item.kind === "added" || item.kind === "brought") return true;
    const [first, last] = item.kind === "kept" ? [item.first, item.last] : [item.line, item.line];
    for (let line = first; line <= last; line++) {
      if (seen.has(line) && !(item.kind === "changed" && item.part !== undefined)) return false;
      seen.add(line);
    }
    return true;
  });
}

/** A plan that changes nothing, not even the order: there is nothing to do. */
export function isIdlePlan(plan: Plan): boolean {
  const { changed, dropped, added } = ledgerOf(plan);
  return changed + dropped + added === 0 && plan.placed.length <= 1;
}
