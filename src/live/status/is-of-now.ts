// A session's logs, its owner and a moment -> whether it was in use since then; the time of a file alone tells nothing.
import { quietSince } from "./last-word.ts";
import type { StatusInput } from "./status-of.ts";

/** Logs that were copied, restored or unpacked are new as files, and old inside: their entries tell when they were used. */
export function isOfNow(input: StatusInput, sinceMs: number): boolean {
  const { owner } = input;
  if (owner.kind === "running" || owner.kind === "elsewhere") return true;
  const leftMs = owner.kind === "left" ? owner.atMs : -Infinity;
  return Math.max(leftMs, quietSince(input) ?? -Infinity) >= sinceMs;
}
