// The events of several logs -> one list in true order, copies counted once.
import type { FileEvent, LogEvidence } from "./evidence.ts";

export type OrderedEvent = FileEvent & {
  /** Every session whose log tells of it: a fork has copies of the backups too. */
  readonly sessions: readonly string[];
};

/**
 * By the position in the log inside one, by time across them. Of copies the first log in the list counts that is no
 * fork; agents' events get the prompt of the session that started them.
 */
export function orderEvents(logs: readonly LogEvidence[]): readonly OrderedEvent[] {
  const prompts = new Map(logs.flatMap((log) => [...log.spawned]));
  const byId = new Map<string, { event: FileEvent; sessions: string[]; rank: number }>();
  const ranked = [...logs].sort((a, b) => Number(a.isFork) - Number(b.isFork));
  ranked.forEach((log, rank) => {
    for (const event of log.events) {
      const id = idOf(event);
      const known = byId.get(id);
      if (known === undefined) byId.set(id, { event, sessions: [event.session], rank });
      else if (!known.sessions.includes(event.session)) known.sessions.push(event.session);
    }
  });
  return [...byId.values()]
    .sort((a, b) => compare(a.event, b.event) || a.rank - b.rank)
    .map(({ event, sessions }) => ({ ...event, prompt: promptOf(event), sessions }));

  /** A session that was moved to another folder tells the same of other files. */
  function idOf({ id, key }: FileEvent): string {
    const known = byId.get(id);
    return known === undefined || known.event.key === key ? id : `${id}\0${key}`;
  }

  function promptOf({ agent, prompt }: FileEvent): FileEvent["prompt"] {
    return (agent === undefined ? undefined : prompts.get(agent)) ?? prompt;
  }
}

function compare(a: FileEvent, b: FileEvent): number {
  if (a.timeMs !== b.timeMs) return a.timeMs - b.timeMs;
  // A backup is made before the call that it is made for takes effect.
  const rank = Number(b.act.kind === "backup") - Number(a.act.kind === "backup");
  return rank || (a.at.log === b.at.log ? a.at.line - b.at.line : 0);
}
