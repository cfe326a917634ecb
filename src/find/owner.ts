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
      [...ids].forEach((id, row) => {
        const time = times[row] ?? Number.NaN;
        if ((id === "" || holders.get(id) === at) && time < earliest) earliest = time;
      });
    }
    claims.set(log, earliest);
  });
  return claims;
}

function entryIds({ messages, prompts }: Digest): readonly string[] {
  return [...messages.ids, ...prompts.ids].filter((id) => id !== "");
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

/** Of more copies than this all are said to be of the first owner: telling them apart would take too long. */
const largestFamily = 300;

/** A copy goes back to whichever senior it has most in common with. */
function noteParents(family: readonly Forkable[], parents: Map<Forkable, string>): void {
  const order = ownerOrder(family);
  const common = family.length > largestFamily ? () => 0 : commonEntries(family);
  const seniors: number[] = [];
  for (let rest = order; rest.length > 0;) {
    const next = rest.find((at) => !rest.some((other) => wentOn(other, at))) ?? rest[0] ?? 0;
    rest = rest.filter((at) => at !== next);
    const parent = seniors.reduce<number | undefined>(
      (best, at) => (best === undefined || common(next, at) > common(next, best) ? at : best),
      undefined,
    );
    const child = family[next];
    const { id } = family[parent ?? next] ?? {};
    if (child !== undefined && id !== undefined && id !== child.id) parents.set(child, id);
    seniors.push(next);
  }

  /** Whether `later` is `earlier` and more: that one was left where it went on. */
  function wentOn(earlier: number, later: number): boolean {
    if (family[earlier]?.digest.forkedFrom !== undefined) return false;
    return common(earlier, earlier) < common(later, later) && common(earlier, later) === common(earlier, earlier);
  }
}

/** How many entries any two of them hold both; of one and itself, how many it holds. */
function commonEntries(family: readonly Forkable[]): (a: number, b: number) => number {
  const holders = new Map<string, number[]>();
  family.forEach(({ digest }, at) => {
    for (const id of entryIds(digest)) {
      const others = holders.get(id);
      if (others === undefined) holders.set(id, [at]);
      else if (others.at(-1) !== at) others.push(at);
    }
  });
  const counts = new Int32Array(family.length ** 2);
  for (const members of holders.values()) {
    for (const a of members) {
      for (const b of members) counts[a * family.length + b] = (counts[a * family.length + b] ?? 0) + 1;
    }
  }
  return (a, b) => counts[a * family.length + b] ?? 0;
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
  const [message, prompt] = [messages.ids.at(0) ?? "", prompts.ids.at(0) ?? ""];
  if (message === "" && prompt === "") return undefined;
  if (prompt === "") return message;
  if (message === "") return prompt;
  return (prompts.offsets[0] ?? 0) <= (messages.offsets[0] ?? 0) ? prompt : message;
}
