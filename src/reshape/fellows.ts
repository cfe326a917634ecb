// Entries of a conversation -> the same with what belongs to them: progress lines and notes on them, and agents that they started.
import type { Node, Session } from "../graph/index.ts";

/** Up to `lastLine` what hangs on kept entries stays too, but for what somebody said there; inline agents go with their call. */
export function fellows(kept: readonly Node[], { log, agents }: Session, lastLine: number): ReadonlySet<Node> {
  const all = new Set(kept);
  const calls = new Set<string>(kept.flatMap((node) => node.calls.map(({ id }) => id)));
  const started = new Set(
    agents.flatMap(({ layout, callId, line }) =>
      layout === "inline" && line !== undefined && (callId === undefined ? line <= lastLine : calls.has(callId))
        ? [line]
        : [],
    ),
  );
  // A parent stands in front of its children nearly always: what does not is found in a second round.
  for (const round of [1, 2]) {
    for (const node of log.nodes) {
      if (all.has(node)) continue;
      const parent = node.parent === undefined ? undefined : log.byId.get(node.parent);
      const isHanging = parent !== undefined && all.has(parent);
      if (
        node.sidechain ? started.has(node.line) || (isHanging && parent.sidechain) : isHanging && isNote(node, lastLine)
      )
        all.add(node);
    }
    if (round === 1 && !hasLateParents(log.nodes)) break;
  }
  return all;
}

const isNote = (node: Node, lastLine: number): boolean => node.type === "progress" && node.line <= lastLine;

const hasLateParents = (nodes: readonly Node[]): boolean => {
  const seen = new Set<string>();
  return nodes.some(({ id, parent }) => {
    if (id !== undefined) seen.add(id);
    return parent !== undefined && !seen.has(parent);
  });
};
