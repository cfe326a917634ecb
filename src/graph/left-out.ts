// A session -> how much of it stands on branches that were left, where that is most of what was said; of an ordinary rewind nothing is told.
import type { Branch } from "./branch.ts";
import type { Session } from "./session.ts";
import type { Turn } from "./turn.ts";

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

export function leftOutOf(session: Pick<Session, "reach" | "turns" | "branches" | "findings">): LeftOut | undefined {
  const { entries: allEntries, reached } = session.reach;
  // Of branches only where it matters: they take another look at the log.
  if (reached * 2 >= allEntries) return undefined;
  // What is broken may look like a branch, and is told as what it is.
  if (session.findings.some(({ severity }) => severity === "error")) return undefined;
  const onPath = prompted(session.turns).length;
  const turns = session.branches.reduce((sum, branch) => sum + prompted(branch.turns).length, 0);
  const allTurns = onPath + turns;
  if (onPath > 0 && (onPath > allTurns * smallPart || reached > allEntries * smallPart)) return undefined;
  const largest = largestOf(session.branches);
  const last = prompted(largest?.turns ?? []).at(-1);
  if (largest === undefined || last === undefined || prompted(largest.turns).length * 2 <= allTurns) return undefined;
  // A prompt that was never answered is nothing to go on from.
  if (largest.turns.every(({ rounds }) => rounds.length === 0)) return undefined;
  return { turns, allTurns, entries: allEntries - reached, allEntries, line: largest.lines[0], at: last.label };
}

const prompted = (turns: readonly Turn[]): readonly Turn[] => turns.filter(({ prompt }) => prompt !== undefined);

/** The one with most turns, of these the newest. */
function largestOf(branches: readonly Branch[]): Branch | undefined {
  return branches.reduce<Branch | undefined>(
    (largest, branch) =>
      largest === undefined || prompted(branch.turns).length > prompted(largest.turns).length ? branch : largest,
    undefined,
  );
}
