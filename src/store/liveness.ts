// A session's file -> whether somebody writes to it now, with the evidence; it is only looked at, twice, a second apart where it was not quiet.
import { readLineage } from "./lineage.ts";
import { type RegistryEvidence, readRegistry } from "./liveness-registry.ts";
import { type SessionPlace, sessionPlace } from "./session-place.ts";
import type { DiskFacts } from "./rewrite/disk.ts";
import { isSameFile, lookAtFile } from "./rewrite/file-facts.ts";
import type { World } from "./rewrite/world.ts";
import { WorldError } from "./world-error.ts";

export type Evidence =
  | RegistryEvidence
  | { readonly kind: "grew"; readonly fromBytes: number; readonly toBytes: number }
  /** Not grown, but not the same either: cut, replaced or gone. */
  | { readonly kind: "changed" }
  /** Nobody in the registry names it, and it was written to a moment ago. */
  | { readonly kind: "fresh"; readonly ageMs: number };

export type Liveness = {
  /** `maybe`: the person may know better. */
  readonly live: "yes" | "maybe" | "no";
  readonly evidence: readonly Evidence[];
};

export type Look = { readonly place: SessionPlace; readonly facts: DiskFacts; readonly atMs: number };

/** The first look. What is done until the second one counts as waiting. */
export function lookAtSession(path: string, world: World): Look {
  const at = sessionPlace(path);
  return { place: at, facts: lookAtFile(world.disk, path), atMs: world.nowMs() };
}

const betweenLooksMs = 1000;
const quietMs = 5000;
const freshMs = 60_000;

/** Both looks; of a file that was not quiet the second comes a second after the first. */
export function livenessOf(first: Look, world: World): Liveness {
  const before = registryAndAge(first, world);
  if (before.some(({ kind }) => kind === "owner")) return { live: "yes", evidence: before };
  const waitMs = first.atMs + betweenLooksMs - world.nowMs();
  if (waitMs > 0 && !wasQuiet(first)) world.pause(Math.min(waitMs, betweenLooksMs));
  return livenessNow(first, world);
}

/**
 * The system notes when a file was changed last, whatever times it is given afterwards. Five seconds without a change tell more of
 * who writes to it than one more second would. A time in the future tells nothing.
 */
function wasQuiet({ facts: { changedNs, modifiedNs }, atMs }: Look): boolean {
  const lastNs = changedNs > modifiedNs ? changedNs : modifiedNs;
  return changedNs > 0n && atMs - Number(lastNs / 1_000_000n) >= quietMs;
}

/** What can be told at once: the registry, the file's age, and what changed since the first look. */
export function livenessNow(first: Look, world: World): Liveness {
  const evidence = [...registryAndAge(first, world), ...changeSince(first, world)];
  const has = (...kinds: readonly Evidence["kind"][]): boolean => evidence.some(({ kind }) => kinds.includes(kind));
  return { live: has("owner", "grew", "changed") ? "yes" : has("fresh", "neighbour") ? "maybe" : "no", evidence };
}

function registryAndAge({ place, facts, atMs }: Look, world: World): readonly Evidence[] {
  const modifiedMs = Number(facts.modifiedNs / 1_000_000n);
  const registry = readRegistry(place, modifiedMs, world);
  // A registry that knows the session has told whether its owner is still there.
  const isKnown = registry.some(({ kind }) => kind === "owner" || kind === "owner-gone");
  const ageMs = atMs - modifiedMs;
  const isFresh = !isKnown && ageMs < freshMs && !isOurs(place.path, facts.sizeBytes, world);
  return [...registry, ...(isFresh ? [{ kind: "fresh", ageMs } as const] : [])];
}

/** What clew itself wrote a moment ago, and nobody added to. */
function isOurs(path: string, sizeBytes: number, world: World): boolean {
  return readLineage(world).some(({ results, sources, title }) =>
    [...results, ...(title?.where === "log" ? sources : [])].some(
      (written) => written.path === path && written.sizeBytes === sizeBytes,
    ),
  );
}

function changeSince({ place, facts }: Look, { disk }: World): readonly Evidence[] {
  const now = disk.look(place.path);
  if (now !== undefined && isSameFile(facts, now)) return [];
  const hasGrown = now?.inode === facts.inode && now.sizeBytes > facts.sizeBytes;
  return hasGrown ? [{ kind: "grew", fromBytes: facts.sizeBytes, toBytes: now.sizeBytes }] : [{ kind: "changed" }];
}

/** What the person said to it, or may say: `overrule` only where we cannot be sure, and `insist` never. */
export type InUsePolicy = "refuse" | "overrule" | "insist";

/** Keeps what speaks for it: who has no command line words it otherwise. */
export class SessionInUse extends WorldError {
  readonly liveness: Liveness;

  constructor(liveness: Liveness, { place }: Look, policy: InUsePolicy) {
    const { live, evidence } = liveness;
    super("in-use", `${place.path} ${inUseText(evidence)}`, {
      hint:
        live === "yes"
          ? "end the client that has it open, then try again"
          : `wait a minute${policy === "insist" ? "" : ", or say --force if no client has it open"}`,
    });
    this.liveness = liveness;
  }
}

export function refuseInUse(liveness: Liveness, look: Look, policy: InUsePolicy): void {
  const { live } = liveness;
  if (live === "no" || (live === "maybe" && policy === "overrule")) return;
  throw new SessionInUse(liveness, look, policy);
}

/** Where only its time speaks for it, nobody is known to use it. */
function inUseText(evidence: readonly Evidence[]): string {
  const told = evidence.filter(({ kind }) => kind !== "owner-gone");
  const [only] = told;
  return only?.kind === "fresh" && told.length === 1
    ? `was written to ${freshText(only.ageMs)}, and nobody is seen to have it open`
    : `is in use: ${told.map(evidenceText).join("; ")}`;
}

const freshText = (ageMs: number): string => `${Math.max(0, Math.round(ageMs / 1000))} s ago`;

function evidenceText(one: Evidence): string {
  switch (one.kind) {
    case "owner":
      return `process ${one.pid} has it open (${one.registry})`;
    case "owner-elsewhere":
      return `a process that cannot be seen from here had it open (${one.registry})`;
    case "neighbour":
      return `process ${one.pid} runs in the same folder and may have it open (${one.registry})`;
    case "grew":
      return `it grew from ${one.fromBytes} to ${one.toBytes} bytes while we looked`;
    case "changed":
      return "it changed while we looked";
    case "fresh":
      return `it was written to ${freshText(one.ageMs)}, and no registry tells by whom`;
    case "owner-gone":
      return "";
  }
}
