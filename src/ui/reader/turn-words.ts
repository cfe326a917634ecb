// The turns of a session and of the branches that were left -> how many there are, in words that agree with the lists.
import { formatWhole, plural } from "../../view/index.ts";
import type { Turn } from "../api/head.ts";

/** What stands in front of the first prompt is no turn that anybody took. */
export const countTurns = (turns: readonly Pick<Turn, "number">[]): number =>
  turns.filter(({ number }) => number > 0).length;

type Told = {
  readonly turns: readonly Pick<Turn, "number">[];
  readonly branches: readonly { readonly turns: readonly Pick<Turn, "number">[] }[];
};

/** Lists count all prompts of a log: what the conversation does not show is told beside what it shows. */
export function turnWords({ turns, branches }: Told): string {
  const left = branches.reduce((sum, branch) => sum + countTurns(branch.turns), 0);
  const shown = plural(countTurns(turns), "turn");
  if (left === 0) return shown;
  return `${shown}, ${formatWhole(left)} more on ${branches.length === 1 ? "a left branch" : "left branches"}`;
}
