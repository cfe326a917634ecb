// Logs that repeat each other's entries -> the order in which they own them, and which session is a copy of which; reads digests only.
import type { Digest } from "../graph/index.ts";

/** What the order of owners goes by. */
export type Claimant = {
  readonly path: string;
  readonly digest: Digest;
  /** The main log of the session that an agent's log belongs to. */
  readonly main?: Claimant;
};

/**
 * The places of logs that share entries, in the order of their claims: what several of them hold belongs to the first.
 * Before all stands a log that is no fork, then the one with the earliest entry that no other has, then the path decides.
 */
export function ownerOrder(logs: readonly Claimant[]): readonly number[] {
  const claims = claimsOf(logs);
  const compare = (a: Claimant | undefined, b: Claimant | undefined): number => {
    if (a === undefined || b === undefined || a === b) return 0;
    return (
      Number(isFork(a)) - Number(isFork(b)) ||
      difference(claims.get(a) ?? Infinity, claims.get(b) ?? Infinity) ||
      compare(a.main, b.main) ||
      (a.path < b.path ? -1 : 1)
    );
  };
  return logs.map((_, at) => at).sort((a, b) => compare(logs[a], logs[b]));
}

/** The agents of a fork are copies like the fork itself. */
const isFork = ({ digest, main }: Claimant): boolean =>
  digest.forkedFrom !== undefined || main?.digest.forkedFrom !== undefined;

/** Infinity minus itself is no number. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b);

/** When the first entry of each log was made that no other log holds. */
function claimsOf(logs: readonly Claimant[]): ReadonlyMap<Claimant, number> {
  const holders = new Map<string, number>();
  const several = -1;
  logs.forEach(({ digest }, at) => {
    for (const id of entryIds(digest)) {
      const other = holders.get(id);
      holders.set(id, other === undefined || other === at ? at : several);
    }
  });
  const claims = new Map<Claimant, number>();
  logs.forEach((log, at) => {
    let earliest = Infinity;
    for (const { ids, times } of [log.digest.messages, log.digest.prompts]) {
      ids.forEach((id, row) => {
        const time = times[row] ?? Number.NaN;
        if ((id === "" || holders.get(id) === at) && time < earliest) earliest = time;
      });
    }
    claims.set(log, earliest);
  });
  return claims;
}

function entryIds({ messages, prompts }: Digest): readonly string[] {
  return [...messages.ids, ...prompts.ids.filter((id) => id !== "")];
}

export type Forkable = { readonly id: string; readonly path: string; readonly digest: Digest };

/** For each session the id of the one that it was copied from: its entries say so, or they begin with that one's. */
export function forkParents(sessions: readonly Forkable[]): readonly (string | undefined)[] {
  const families = byFirstEntry(sessions);
  const parents = new Map<Forkable, string>();
  for (const family of families.values()) if (family.length > 1) noteParents(family, parents);
  return sessions.map((session) => {
    const { forkedFrom } = session.digest;
    return forkedFrom !== undefined && forkedFrom !== session.id ? forkedFrom : parents.get(session);
  });
}

/** A copy goes back to whichever senior it has most in common with. */
function noteParents(family: readonly Forkable[], parents: Map<Forkable, string>): void {
  const ids = new Map(family.map((member) => [member, new Set(entryIds(member.digest))]));
  const common = (a: Forkable, b: Forkable): number => {
    const others = ids.get(b);
    return [...(ids.get(a) ?? [])].filter((id) => others?.has(id) === true).length;
  };
  const isLeftAlone = (member: Forkable): boolean =>
    family.every((other) => common(member, other) === ids.get(member)?.size);
  const ordered = ownerOrder(family).flatMap((at) => family[at] ?? []);
  const seniors = ordered.toSorted((a, b) => seniority(a) - seniority(b));
  seniors.forEach((member, at) => {
    const [parent] = seniors.slice(0, at).toSorted((a, b) => common(member, b) - common(member, a));
    if (parent !== undefined && parent.id !== member.id) parents.set(member, parent.id);
  });

  /** A log that all others hold whole was left where they went on. */
  function seniority(member: Forkable): number {
    return member.digest.forkedFrom !== undefined ? 2 : isLeftAlone(member) ? 0 : 1;
  }
}

function byFirstEntry(sessions: readonly Forkable[]): ReadonlyMap<string, readonly Forkable[]> {
  const families = new Map<string, Forkable[]>();
  for (const session of sessions) {
    const first = firstEntry(session.digest);
    if (first === undefined) continue;
    const others = families.get(first);
    if (others === undefined) families.set(first, [session]);
    else others.push(session);
  }
  return families;
}

/** Whatever stands nearer to the beginning of the file: the first prompt or the first message. */
function firstEntry({ messages, prompts }: Digest): string | undefined {
  const [message] = messages.ids;
  const [prompt] = prompts.ids;
  if (prompt === undefined || prompt === "") return message;
  if (message === undefined) return prompt;
  return (prompts.offsets[0] ?? 0) <= (messages.offsets[0] ?? 0) ? prompt : message;
}
