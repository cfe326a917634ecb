// A session -> how many turns ago each line was said; what is not on the active path is older than any turn.
import type { Node, Session } from "../../graph/index.ts";
import type { Reach } from "./intention.ts";

/** 1 in the last turn, 2 in the one before it. */
export type AgeOf = (line: number) => number;

const older = 0x7fffffff;

export function agesOf({ turns, log, links }: Session): AgeOf {
  const ages = new Int32Array(log.tally.lines + 2).fill(older);
  turns.forEach((turn, index) => {
    for (const line of turn.lines) ages[line] = turns.length - index;
  });
  // Notes that hang beside the path are as old as what they hang on; most stand behind that in the file.
  for (const node of log.nodes) {
    if (ages[node.line] !== older || !goesAlong(node)) continue;
    const above = links.parentOf(node);
    if (above !== undefined) ages[node.line] = ages[above.line] ?? older;
  }
  return (line) => ages[line] ?? older;
}

const goesAlong = ({ type, meta, results, sidechain }: Node): boolean =>
  !sidechain && (type === "attachment" || type === "system" || (type === "user" && meta && results.length === 0));

export const isReached = (age: number, reach: Reach | undefined): boolean =>
  reach !== undefined && age > reach.keepTurns;
