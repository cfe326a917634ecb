// What a session cost -> how the head says it, and what it tells of that on demand.
import { formatUsd } from "../../view/index.ts";
import type { SessionCost } from "../api/cost.ts";

export function costWords({ costUsd, grade }: SessionCost): string {
  if (grade === "exact") return `${formatUsd(costUsd)}, exact`;
  if (grade === "unpriced") return costUsd === 0 ? "unpriced" : `at least ${formatUsd(costUsd)}, some unpriced`;
  return `at least ${formatUsd(costUsd)}`;
}

export function costNote({ grade, reasons, isAlone, pricesOf }: SessionCost): string {
  return [
    `At list prices as of ${pricesOf}, agents included.`,
    grade === "exact" ? "Nothing is known to be missing." : `Not exact: ${reasons.join("; ")}.`,
    isAlone
      ? "Counted from its own logs alone: what it copied from another session is in it too."
      : "What several sessions hold is charged to one of them.",
  ].join("\n");
}
