// A trim intention and a number of turns -> the same with so many turns that stay whole; and how many those are in a session of few.
import type { Session } from "../../graph/index.ts";
import type { TrimIntention } from "./intention.ts";

export function reaching(intention: TrimIntention, keepTurns: number): TrimIntention {
  const { calls, thinking, images, attachments } = intention;
  return {
    ...intention,
    ...(calls === undefined ? {} : { calls: calls.map((rule) => ({ ...rule, keepTurns })) }),
    ...(thinking === undefined ? {} : { thinking: { keepTurns } }),
    ...(images === undefined ? {} : { images: { keepTurns } }),
    ...(attachments === undefined ? {} : { attachments: { keepTurns } }),
  };
}

/** A preset leaves several turns whole. Where no more are sent than those, it leaves the last one, or it would do nothing at all. */
export function fitted(intention: TrimIntention, session: Session): TrimIntention {
  const { calls = [], thinking, images, attachments } = intention;
  const kept = [...calls, thinking, images, attachments].map((one) => one?.keepTurns ?? 0);
  const sent = turnsSent(session);
  return sent > 1 && sent <= Math.max(0, ...kept) ? reaching(intention, 1) : intention;
}

/** Of those that stand in front of a compaction nothing is sent, and nothing is trimmed. */
export function turnsSent({ turns, conversation }: Session): number {
  const lines = new Set(conversation.nodes.map(({ line }) => line));
  return turns.filter((turn) => turn.lines.some((line) => lines.has(line))).length;
}
