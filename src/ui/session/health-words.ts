// What was examined -> how much of the log is reached, and what stands where, in sentences that agree with the verdict.
import { formatWhole } from "../../view/index.ts";
import type { Finding, Health } from "../api/context.ts";

type Examined = Pick<Health, "sound" | "entries" | "reached">;

/** Branches that were left are no fault; what cannot be read is no entry. */
export function reachOf({ sound, entries, reached }: Examined): string {
  if (entries === 0) return "There is no entry that the client could resume from.";
  const left = entries - reached;
  if (left > 0) {
    const part = `${formatWhole(reached)} of ${formatWhole(entries)} entries are reached on resume.`;
    const rest = left === 1 ? "The other one stands" : `The other ${formatWhole(left)} stand`;
    return sound
      ? `${part} ${rest} on branches that the conversation went back from: kept in the log, and not sent.`
      : `${part} ${rest} on branches that were left, or behind what is broken.`;
  }
  const all = entries === 1 ? "The only entry" : `All ${formatWhole(entries)} entries`;
  const verb = entries === 1 ? "is" : "are";
  return sound
    ? `${all} ${verb} reached on resume.`
    : `${all} that can be read ${verb} reached on resume: the errors are about lines that cannot be read, or about how entries are sent.`;
}

/** What "Damaged" in the lists means, where it may differ from what is found here. */
export function damageNote(findings: readonly Pick<Finding, "code" | "detail">[]): string | undefined {
  const isLeftAlone = findings.some(
    ({ code, detail }) => code === "damaged-line" && (detail === "comment" || detail === "too-long"),
  );
  return isLeftAlone
    ? "Here every line counts that cannot be read. Lists call a session damaged for lines that a repair would mend: not for comments in front of the first entry, nor for lines over 64 MiB, which clients pass over."
    : undefined;
}

/** Where it is seen, and how often. */
export function placeWords({ count, detail }: Pick<Finding, "count" | "detail">): string {
  return [detail, count > 1 ? `${formatWhole(count)} times` : ""].filter((part) => part !== "").join(", ");
}
