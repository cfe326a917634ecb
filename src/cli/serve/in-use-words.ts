// Who has a session open -> that in words for somebody in a browser, who can give no flag: which client it is, and when it can be done.
import { type Evidence, SessionInUse, WorldError, livenessNow, lookAtSession } from "../../store/index.ts";
import { worldOf } from "../reshape/world.ts";
import type { LaneSettings } from "./lane-io.ts";

export type InUseWords = { readonly message: string; readonly hint: string };

/** What can be told at once: a preview does not wait to see whether the log grows. */
export function inUseNow(path: string, settings: LaneSettings): InUseWords | undefined {
  const world = worldOf(settings);
  const { live, evidence } = livenessNow(lookAtSession(path, world), world);
  return live === "no" ? undefined : wordsOf(evidence);
}

/** The refusal of a command, without what only a command line could answer to it. */
export function withoutFlags(error: unknown): unknown {
  if (!(error instanceof SessionInUse)) return error;
  const { message, hint } = wordsOf(error.liveness.evidence);
  return new WorldError("in-use", message, { hint, cause: error });
}

function wordsOf(evidence: readonly Evidence[]): InUseWords {
  const told = evidence.filter(({ kind }) => kind !== "owner-gone");
  const words = told.map(evidenceWords).join("; ");
  // Where only its time speaks for it, nobody is known to use it.
  const isFresh = told.every(({ kind }) => kind === "fresh");
  return {
    message: isFresh ? `this session may be in use: ${words}` : `this session is in use: ${words}`,
    hint: hintOf(new Set(evidence.map(({ kind }) => kind))),
  };
}

function hintOf(kinds: ReadonlySet<Evidence["kind"]>): string {
  if (kinds.has("owner")) return "it can be done when that client has ended; nothing was written";
  if (kinds.has("neighbour"))
    return "it can be done when that client has ended, or has gone on in another folder; nothing was written";
  if (kinds.has("grew") || kinds.has("changed"))
    return "it can be done when whoever writes to it has ended; nothing was written";
  return "it can be done when it was quiet for a minute, or its client has ended; nothing was written";
}

function evidenceWords(one: Evidence): string {
  switch (one.kind) {
    case "owner":
      return `the client with process ${one.pid} has it open (${one.registry})`;
    case "owner-elsewhere":
      return `a client that cannot be seen from here had it open (${one.registry})`;
    case "neighbour":
      return `the client with process ${one.pid} runs in the same folder and may have it open (${one.registry})`;
    case "grew":
      return "it grew while we looked";
    case "changed":
      return "it changed while we looked";
    case "fresh":
      return `it was written to ${Math.max(0, Math.round(one.ageMs / 1000))} s ago, and no client says that it has it open`;
    case "owner-gone":
      return "";
  }
}
