// An entry of an agent inside the session's own log that lost its parent -> the agent's entry in front of it; none where the agent begins.
import type { Node } from "../../graph/index.ts";
import type { Survey } from "./survey.ts";

export const isInline = (node: Node, { scope }: Survey): boolean => scope === "main" && node.sidechain;

/** What the agent was asked: nothing stands in front of it. */
export const beginsSidechain = (node: Node): boolean => node.prompt === "agent_task";

type Places = {
  readonly survey: Survey;
  readonly hasChild: (node: Node) => boolean;
  /** Whether an entry may be the parent at all. */
  readonly isFit: (parent: Node) => boolean;
};

/** Agents that run side by side mix their lines: the line sought is one that nothing follows yet and that can be followed by this one. */
export function sidechainEnd(node: Node, { survey, hasChild, isFit }: Places): Node | undefined {
  let near: Node | undefined;
  let end: Node | undefined;
  for (const one of sameWait(node, survey)) {
    if (!isFit(one)) continue;
    near ??= one;
    if (hasChild(one)) continue;
    if (takesTurns(one, node)) return one;
    end ??= one;
  }
  return end ?? near;
}

/** So many entries in front of one are looked at. */
const mostLooked = 2000;

/** From the nearest on; agents inside the log run only while the conversation waits for them. */
function* sameWait(node: Node, { entries, log }: Survey): Generator<Node, void, undefined> {
  for (let index = node.index - 1; index >= Math.max(0, node.index - mostLooked); index--) {
    const one = entries[index]?.node;
    if (one === undefined) continue;
    if (one.sidechain) yield one;
    else if (one.type === "user" && one.results.length === 0 && !one.meta) return;
    else if (one.type === "assistant") {
      // Further lines of the message that called the agents may come while the first agents run.
      const first = one.messageId === undefined ? undefined : log.messages.get(one.messageId)?.firstIndex;
      if (first === undefined || first === index) return;
    }
  }
}

/** The model answers what it was given, and results answer its calls. */
function takesTurns(parent: Node, node: Node): boolean {
  if (node.type === "assistant") return parent.type !== "assistant" || parent.messageId === node.messageId;
  return node.results.length === 0 || parent.calls.length > 0 || parent.results.length > 0;
}
