// What logs tell of files -> the same in the order of their claims: what several of them tell belongs to the first.
import type { Digest, LogEvidence } from "../../graph/index.ts";
import { type Claimant, ownerOrder } from "../owner.ts";

export type ClaimContext = {
  /** Asked only for logs that have something in common; undefined for one that cannot be read. */
  readonly digestOf: (log: string) => Digest | undefined;
  /** The main log of the session that an agent's log belongs to. */
  readonly mainOf: (log: string) => string | undefined;
};

export function inClaimOrder(logs: readonly LogEvidence[], context: ClaimContext): readonly LogEvidence[] {
  const shared = sharingLogs(logs);
  if (shared.size === 0) return logs;
  const claimants = new Map<string, Claimant>();
  const claimantOf = (path: string, main: string | undefined): Claimant | undefined => {
    const known = claimants.get(path);
    if (known !== undefined) return known;
    const digest = context.digestOf(path);
    if (digest === undefined) return undefined;
    const owner = main === undefined || main === path ? undefined : claimantOf(main, undefined);
    const claimant = { path, digest, ...(owner && { main: owner }) };
    claimants.set(path, claimant);
    return claimant;
  };
  const family = logs.flatMap((evidence) => {
    const claimant = shared.has(evidence) ? claimantOf(evidence.log, context.mainOf(evidence.log)) : undefined;
    return claimant === undefined ? [] : [{ evidence, claimant }];
  });
  const order = ownerOrder(family.map(({ claimant }) => claimant));
  const owners = order.flatMap((at) => family[at]?.evidence ?? []);
  const others = new Set(owners);
  return [...owners, ...logs.filter((log) => !others.has(log))];
}

function sharingLogs(logs: readonly LogEvidence[]): ReadonlySet<LogEvidence> {
  const holders = new Map<string, LogEvidence>();
  const shared = new Set<LogEvidence>();
  for (const log of logs) {
    for (const { id } of log.events) {
      const other = holders.get(id);
      if (other === undefined) holders.set(id, log);
      else if (other !== log) shared.add(log).add(other);
    }
  }
  return shared;
}
