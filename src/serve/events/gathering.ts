// What the board tells, one by one -> what happened within a moment, as few events; counts, never keeps lines.
import type { LiveSession, TailEvent, TailedFile } from "../../live/index.ts";
import { generationTable } from "./generations.ts";
import type { StatusJson } from "./status-json.ts";

export type Grown = {
  readonly sessionId: string;
  readonly agentId: string | null;
  readonly generation: number;
  /** Bytes of the log, before and behind the new lines. */
  readonly from: number;
  readonly to: number;
  readonly lines: number;
};

export type Moment = {
  readonly appended: readonly Grown[];
  readonly statuses: readonly StatusJson[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those whose status is no longer told. */
  readonly left: readonly string[];
};

export type Gathering = {
  readonly found: (file: TailedFile) => void;
  readonly moved: (file: TailedFile, from: string) => void;
  readonly cut: (event: Extract<TailEvent, { readonly kind: "restarted" }>) => void;
  readonly grew: (event: Extract<TailEvent, { readonly kind: "lines" }>) => void;
  readonly changed: (session: LiveSession) => void;
  readonly left: (sessionId: string) => void;
  readonly came: (sessionId: string) => void;
  readonly went: (sessionId: string) => void;
  /** All since the last time. */
  readonly take: () => Moment;
};

export function gathering(told: (session: LiveSession) => StatusJson): Gathering {
  const generations = generationTable();
  const grown = new Map<string, Grown>();
  const changed = new Map<string, LiveSession>();
  const added = new Set<string>();
  const removed = new Set<string>();
  const left = new Set<string>();
  return {
    found: generations.found,
    moved: generations.moved,
    cut({ file, generation }) {
      const { number } = generations.of(file, generation);
      const sessionId = sessionIdOf(file, []);
      // Whose it is, its first line will tell.
      if (sessionId === "") return;
      const agentId = file.agentId ?? null;
      grown.set(`${file.id}:${number}`, { sessionId, agentId, generation: number, from: 0, to: 0, lines: 0 });
    },
    grew({ file, generation, lines }) {
      const [first] = lines;
      const last = lines.at(-1);
      if (first === undefined || last === undefined) return;
      const { number, isNew } = generations.of(file, generation);
      // A file that began anew within the moment is told of twice: both stretches are true.
      const key = `${file.id}:${number}`;
      const before = grown.get(key);
      grown.set(key, {
        sessionId: sessionIdOf(file, lines),
        agentId: file.agentId ?? null,
        generation: number,
        from: before?.from ?? (isNew ? 0 : first.line.offset),
        to: last.line.offset + last.line.length,
        // One that moved to a path that was another's is told of from its start.
        lines: isNew ? last.line.number : (before?.lines ?? 0) + lines.length,
      });
    },
    changed(session) {
      changed.set(session.sessionId, session);
      left.delete(session.sessionId);
    },
    // What it was at the end is told too.
    left: (sessionId) => void left.add(sessionId),
    came(sessionId) {
      if (!removed.delete(sessionId)) added.add(sessionId);
    },
    went(sessionId) {
      if (!added.delete(sessionId)) removed.add(sessionId);
    },
    take() {
      const moment = {
        appended: [...grown.values()],
        statuses: [...changed.values()].map(told),
        added: [...added],
        removed: [...removed],
        left: [...left],
      };
      for (const table of [grown, changed, added, removed, left]) table.clear();
      return moment;
    },
  };
}

type Lines = Extract<TailEvent, { readonly kind: "lines" }>["lines"];

/** Agents' logs that stand flat beside the sessions only tell inside whose they are. */
function sessionIdOf({ sessionStem }: TailedFile, lines: Lines): string {
  if (sessionStem !== undefined) return sessionStem.toLowerCase();
  for (const line of lines) {
    const id = "raw" in line ? line.raw["sessionId"] : undefined;
    if (typeof id === "string") return id.toLowerCase();
  }
  return "";
}
