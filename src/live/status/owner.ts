// A registry and a session -> who has the session open, or that nobody has, with what that rests on; reads nothing.
import type { Registry, RegistryEntry } from "./registry.ts";

export type Owner =
  | { readonly kind: "running" | "elsewhere" | "gone"; readonly entry: RegistryEntry }
  /** It was seen in the registry before; its file was removed, or its process went on to another session. */
  | { readonly kind: "left"; readonly pid: number; readonly atMs: number }
  | { readonly kind: "not-listed" }
  | { readonly kind: "no-registry" };

/** A file that a killed client left behind does not hide the one that runs now. */
export function ownerOf(registry: Registry, sessionId: string): Owner {
  if (!registry.exists) return { kind: "no-registry" };
  const id = sessionId.toLowerCase();
  const named = registry.entries.filter((entry) => entry.sessionId === id).toSorted(newestFirst);
  for (const kind of ["running", "elsewhere", "gone"] as const) {
    const entry = named.find((one) => one.process === kind);
    if (entry !== undefined) return { kind, entry };
  }
  return { kind: "not-listed" };
}

const newestFirst = (a: RegistryEntry, b: RegistryEntry): number =>
  (b.statusAtMs ?? b.startedMs ?? 0) - (a.statusAtMs ?? a.startedMs ?? 0);
