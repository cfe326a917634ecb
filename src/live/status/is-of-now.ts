// A session's logs, its owner and a moment -> whether it was in use since then; the time of a file alone tells nothing.
import { quietSince } from "./last-word.ts";
import type { StatusInput } from "./status-of.ts";

/** Logs that were copied, restored or unpacked are new as files, and old inside: their entries tell when they were used. */
export function isOfNow(input: StatusInput, sinceMs: number): boolean {
  const { kind } = input.owner;
  if (kind === "running" || kind === "elsewhere" || kind === "left") return true;
  return (quietSince(input) ?? -Infinity) >= sinceMs;
}
