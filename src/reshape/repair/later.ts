// Two entries -> whether one was written after the other for certain; clients stamp some lines before they write others.
import type { Node } from "../../graph/index.ts";

/** Prompts, attachments and notes are stamped up to so much earlier than what they hang on. */
const slackMs = 5000;

export function isSurelyLater(node: Node, than: Node): boolean {
  if (node.timeMs === undefined || than.timeMs === undefined) return false;
  const isExact = (one: Node): boolean => one.type === "assistant";
  const isProgress = node.type === "progress" || than.type === "progress";
  const slack = (isExact(node) || isExact(than)) && !isProgress ? 0 : slackMs;
  return node.timeMs > than.timeMs + slack;
}

/** A copy of the conversation that begins anew tells the time of the first beginning, or at least one long past. */
export function beginsAnew(node: Node, roots: ReadonlySet<number | undefined>, newestMs: number): boolean {
  if (node.type !== "user" || node.timeMs === undefined) return false;
  return roots.has(node.timeMs) || node.timeMs < newestMs - slackMs;
}
