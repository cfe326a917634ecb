// A session's logs, its owner and a moment -> whether it was in use since then; the time of a file alone tells nothing.
import { quietSince } from "./last-word.ts";
import type { RegistryEntry } from "./registry.ts";
import type { StatusInput } from "./status-of.ts";

/** Logs that were copied, restored or unpacked are new as files, and old inside: their entries tell when they were used. */
export function isOfNow(input: StatusInput, sinceMs: number): boolean {
  const { owner } = input;
  if (owner.kind === "running") return true;
  // One that was killed before its log told anything was of now, too.
  const isTold = owner.kind === "elsewhere" || owner.kind === "gone";
  if (isTold && saidMs(owner.entry, input.nowMs) >= sinceMs) return true;
  const leftMs = owner.kind === "left" ? owner.atMs : -Infinity;
  return Math.max(leftMs, quietSince(input) ?? -Infinity) >= sinceMs;
}

/** A clock that is a little ahead does no harm. */
const slackMs = 60_000;

/** When a client last spoke of itself: the file of one that was killed, or cannot be seen, may stay behind for ever. */
export function saidMs({ statusAtMs, startedMs }: RegistryEntry, nowMs: number): number {
  const times = [statusAtMs, startedMs].flatMap((ms) => (ms === undefined || ms > nowMs + slackMs ? [] : [ms]));
  return Math.max(-Infinity, ...times);
}
