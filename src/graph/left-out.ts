// A session -> how much of it stands on branches that were left, where that is most of what was said; of an ordinary rewind nothing is told.
import { type Branch, branchesOf } from "./branch.ts";
import type { Session } from "./session.ts";
import { type Thread, count } from "./thread.ts";
import { type Turn, eachTurn } from "./turn.ts";

/** What a resume does not send, because the path goes another way. */
export type LeftOut = {
  /** Turns with a prompt on branches, and all that the log has. */
  readonly turns: number;
  readonly allTurns: number;
  readonly entries: number;
  readonly allEntries: number;
  /** The line that the largest branch begins with. */
  readonly line: number | undefined;
  /** The turn that branch ends with: where one would go on from. */
  readonly at: string;
};

/** Whoever went back and asked again meant to: only a path with this part of the turns and entries, or less, is told of. */
const smallPart = 1 / 4;

export function leftOutOf(session: Thread & Pick<Session, "reach" | "findings">): LeftOut | undefined {
  const { entries: allEntries, reached } = session.reach;
  // Of branches only where it matters: they take another look at the log.
  if (reached * 2 >= allEntries) return undefined;
  // What is broken may look like a branch, and is told as what it is.
  if (session.findings.some(({ severity }) => severity === "error")) return undefined;
  const { log, links, scope } = session;
  const onPath = count(eachTurn(session.path, { log, links, scope, read: unread, prefix: "" }), isPrompted);
  const { turns, largest } = onBranches(session);
  const allTurns = onPath + turns;
  if (onPath > 0 && (onPath > allTurns * smallPart || reached > allEntries * smallPart)) return undefined;
  const last = largest?.turns.findLast(isPrompted);
  if (largest === undefined || last === undefined || count(largest.turns, isPrompted) * 2 <= allTurns) return undefined;
  // A prompt that was never answered is nothing to go on from.
  if (largest.turns.every(({ rounds }) => rounds.length === 0)) return undefined;
  return { turns, allTurns, entries: allEntries - reached, allEntries, line: largest.lines[0], at: last.label };
}

const isPrompted = ({ prompt }: Turn): boolean => prompt !== undefined;

/** Prompts are counted here, not shown. */
const unread = (): undefined => undefined;

type Branches = { readonly turns: number; readonly largest: Branch | undefined };

/** The turns of all branches, and the one with most of them, of these the newest. One branch at a time: there may be 100,000. */
function onBranches(session: Thread): Branches {
  let [turns, most]: [number, number] = [0, -1];
  let largest: Branch | undefined;
  for (const branch of session.scope === "agent" ? [] : branchesOf(session, unread)) {
    const own = count(branch.turns, isPrompted);
    turns += own;
    if (own > most) [most, largest] = [own, branch];
  }
  return { turns, largest };
}
