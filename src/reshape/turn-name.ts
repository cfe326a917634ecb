// A session and a line of it -> how its turn is called, on the live conversation or on a branch of it.
import type { Session } from "../graph/index.ts";

/** Undefined in front of the first prompt, where no turn has begun. */
export function turnAt({ turns, branches }: Session, line: number): string | undefined {
  const all = [...turns, ...branches.flatMap((branch) => branch.turns)];
  return all.find((turn) => turn.prompt !== undefined && turn.lines.includes(line))?.label;
}
