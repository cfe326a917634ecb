// Config homes, looked at again and again -> who has which session open, and who has left one; remembers only what it saw.
import type { Processes } from "../../store/index.ts";
import type { LiveDisk } from "../live-disk.ts";
import { type Owner, ownerOf } from "../status/owner.ts";
import { type Registry, type RegistryEntry, readRegistry, readRegistryEntry } from "../status/registry.ts";

export type Registries = {
  readonly look: (nowMs: number) => void;
  /** Only at what the client of one session says now. */
  readonly lookAgain: (home: string, sessionId: string) => void;
  readonly ownerOf: (home: string, sessionId: string) => Owner;
  /** Of a session that some client has open. */
  readonly homeOf: (sessionId: string) => string | undefined;
  readonly openSessions: () => readonly string[];
};

/** Whom nobody asks for any more. */
const forgottenMs = 7 * 86_400_000;

type Left = { readonly pid: number; readonly atMs: number };

export function registries(homes: readonly string[], disk: LiveDisk, processes: Processes): Registries {
  const now = new Map<string, Registry>();
  const left = new Map<string, Left>();
  const keyOf = (home: string, sessionId: string): string => `${home}\0${sessionId.toLowerCase()}`;

  function lookAt(home: string, nowMs: number): void {
    const old = now.get(home);
    const read = readRegistry(home, disk, processes);
    // A file that is being written says nothing new.
    const kept = (old?.entries ?? []).filter(({ pid }) => read.torn.includes(pid));
    const registry = { ...read, entries: [...read.entries, ...kept] };
    now.set(home, registry);
    const listed = new Set(registry.entries.map(({ sessionId }) => sessionId));
    for (const { sessionId, pid, process } of old?.entries ?? []) {
      if (process === "running" && !listed.has(sessionId)) left.set(keyOf(home, sessionId), { pid, atMs: nowMs });
    }
    for (const sessionId of listed) left.delete(keyOf(home, sessionId));
    for (const [key, { atMs }] of left) if (nowMs - atMs > forgottenMs) left.delete(key);
  }

  return {
    look(nowMs) {
      for (const home of homes) lookAt(home, nowMs);
    },
    lookAgain(home, sessionId) {
      const registry = now.get(home);
      const owner = registry === undefined ? undefined : ownerOf(registry, sessionId);
      if (registry === undefined || owner?.kind !== "running") return;
      const entry = readRegistryEntry(owner.entry, disk, processes);
      // One that has gone, or gone on to another session, is told by the next look at all of them.
      if (entry === undefined || entry === "torn" || entry.sessionId !== owner.entry.sessionId) return;
      now.set(home, { ...registry, entries: registry.entries.map((one) => (one === owner.entry ? entry : one)) });
    },
    ownerOf(home, sessionId) {
      const registry = now.get(home);
      const owner: Owner = registry === undefined ? { kind: "no-registry" } : ownerOf(registry, sessionId);
      const gone = left.get(keyOf(home, sessionId));
      return owner.kind === "not-listed" && gone !== undefined ? { kind: "left", ...gone } : owner;
    },
    homeOf: (sessionId) =>
      [...now].find(([, { entries }]) => entries.some((entry) => entry.sessionId === sessionId && isOpen(entry)))?.[0],
    openSessions: () =>
      [...now.values()].flatMap(({ entries }) => entries.filter(isOpen).map((entry) => entry.sessionId)),
  };
}

const isOpen = ({ process }: RegistryEntry): boolean => process !== "gone";
