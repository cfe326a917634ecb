// A source -> those of its chain entries that somebody wants, in file order, each with its line decoded; nothing is kept.
import { type Decoded, decodeLine } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import type { Source } from "../plan.ts";

export function* chainEntries(
  source: Source,
  isWanted: (node: Node) => boolean,
): Generator<readonly [Node, Decoded], void, undefined> {
  const { nodes } = source.session.log;
  const last = nodes.at(-1)?.line ?? 0;
  let at = 0;
  if (last === 0) return;
  for (const line of source.lines(1, last)) {
    const node = nodes[at];
    if (node === undefined || node.line !== line.number) continue;
    at += 1;
    if (isWanted(node)) yield [node, decodeLine(line)];
  }
}
