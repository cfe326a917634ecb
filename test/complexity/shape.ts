// The type of a growing log: a name, and how its lines are written for a given size.
import type { Craft } from "../craft.ts";

export type Shape = {
  readonly name: string;
  /** Writes about `size` of the things that the name counts. */
  readonly write: (hand: Craft, size: number) => void;
  /** Files of agents beside the log: the name after `agent-`, and the lines. */
  readonly agents?: (size: number) => Iterable<AgentFile>;
};

export type AgentFile = { readonly id: string; readonly text: string; readonly meta?: string };

export const times = (count: number, make: (at: number) => void): void => {
  for (let at = 0; at < count; at++) make(at);
};

/** Where lines are few but long, the size is that of the line. */
export const repeated = (part: (at: number) => string, count: number, between = ""): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);
