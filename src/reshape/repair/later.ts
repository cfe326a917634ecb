// Two entries -> whether one was written after the other for certain; clients stamp some lines before they write others.
import type { Node } from "../../graph/index.ts";

/** Prompts, attachments and notes are stamped up to so much earlier than what they hang on. */
export const slackMs = 5000;

export function isSurelyLater(node: Node, than: Node): boolean {
  if (node.timeMs === undefined || than.timeMs === undefined) return false;
  const isExact = (one: Node): boolean => one.type === "assistant";
  const isProgress = node.type === "progress" || than.type === "progress";
  const slack = (isExact(node) || isExact(than)) && !isProgress ? 0 : slackMs;
  return node.timeMs > than.timeMs + slack;
}

export type Beginnings = {
  /** Told of every entry in order. */
  readonly pass: (node: Node, lane: "own" | "agent's") => void;
  /** Whether a copy of the conversation begins with this one: it tells the time of the first beginning, or at least one long past. */
  readonly isAnew: (node: Node) => boolean;
};

export function beginnings(): Beginnings {
  /** Of those that were answered: what stands right behind a beginning may share its time. */
  const answered = new Set<number>();
  const open: number[] = [];
  let newestMs = -Infinity;
  return {
    pass(node, lane) {
      if (node.type === "assistant") for (const timeMs of open.splice(0)) answered.add(timeMs);
      if (node.parent === undefined && node.timeMs !== undefined) open.push(node.timeMs);
      if (lane === "own" && node.type !== "progress") newestMs = Math.max(newestMs, node.timeMs ?? -Infinity);
    },
    isAnew({ type, timeMs, results }) {
      if (type !== "user" || timeMs === undefined || results.length > 0) return false;
      // Where all times are one, they tell nothing.
      return (answered.has(timeMs) && timeMs < newestMs) || (answered.size > 0 && timeMs < newestMs - slackMs);
    },
  };
}

/** Nobody answers the note of an interruption. */
export const mayAnswer = (child: Node, node: Node): boolean =>
  child.type !== "assistant" || node.prompt !== "interruption";
