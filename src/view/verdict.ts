// What was found in a session -> whether it can be resumed, in one sentence, and what to do about it; the same for terminal and dashboard.
import type { LeftOut } from "../graph/index.ts";
import { formatWhole } from "./age.ts";

/** Codes and severities that a page does not know are no reason to fail: it may be older than who answers it. */
export type Examined = {
  readonly sound: boolean;
  readonly findings: readonly { readonly code: string; readonly detail: string }[];
};

export type Verdict = {
  /** `but`: sound as a log, and yet a resume would not do what is expected of it. */
  readonly kind: "sound" | "but" | "broken";
  readonly sentence: string;
};

export function verdictOf({ sound, findings }: Examined): Verdict {
  if (!sound)
    return {
      kind: "broken",
      sentence: "Broken: something is lost, or the client would not resume it whole. The errors below say what.",
    };
  const [refused, ...more] = findings.filter(({ code }) => code === "request-refused");
  const left = findings.find(({ code }) => code === "left-out");
  const others = more.length === 0 ? "" : `, and ${formatWhole(more.length)} more`;
  const buts = [
    refused && `the Messages API would refuse what the client sends on resume (${refused.detail}${others})`,
    left && `what the client sends on resume leaves out ${left.detail}, which stand on branches that were left`,
  ].filter((but) => but !== undefined);
  return buts.length > 0
    ? { kind: "but", sentence: `Sound as a log, but ${buts.join(", and ")}.` }
    : { kind: "sound", sentence: "Sound: the client can resume it, and nothing of the conversation is lost." };
}

/** Turns as `clew ls` counts them: on the path and beside it. */
export function leftOutText({ turns, allTurns, entries, allEntries }: LeftOut): string {
  const said = allTurns === 1 ? "the only turn" : turns === allTurns ? `all ${formatWhole(turns)} turns` : undefined;
  return `${said ?? `${formatWhole(turns)} of ${formatWhole(allTurns)} turns`} and ${formatWhole(entries)} of ${formatWhole(allEntries)} entries`;
}

export type Advice = {
  readonly kind: "repair" | "fork" | "look";
  readonly says: string;
  /** The words of the command, without the name of the program. */
  readonly words: readonly string[];
};

export type Remedy = {
  /** The name by which the next command finds the session. */
  readonly name: string;
  /** Whether `clew repair` would change something. */
  readonly isMendable: boolean;
  /** The turn to go on from, of a session that leaves out most. */
  readonly at: string | undefined;
};

/** What to do, in the order in which to do it; nothing where nothing is wrong, or where clients cope. */
export function adviceOf({ sound, findings }: Examined, { name, isMendable, at }: Remedy): readonly Advice[] {
  const goOn: readonly Advice[] =
    at === undefined ? [] : [{ kind: "fork", says: "go on from there with", words: ["fork", name, "--at", at] }];
  // What is mended may need nothing else: the branches of a broken log may be none.
  if (isMendable) return [{ kind: "repair", says: "mend it with", words: ["repair", name] }];
  if (findings.some(({ code }) => code === "request-refused"))
    return [{ kind: "look", says: unsendable, words: ["request", name, "--check"] }, ...goOn];
  return sound ? goOn : [{ kind: "look", says: "no repair mends that: see its lines with", words: ["lines", name] }];
}

const unsendable = "no repair mends that: go on in a new session, or see what would be sent with";
