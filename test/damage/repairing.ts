// The bytes of a log -> the plan that mends it, and the bytes that the plan makes; ids are counted, all in memory.
import { type EntryId, type Line, isEntryId, splitLines } from "../../src/format/index.ts";
import { isIdlePlan, planRepair, renderPlan, sumsUp } from "../../src/reshape/index.ts";
import type { Identity, Plan, Source, Supply } from "../../src/reshape/index.ts";
import { open } from "../craft.ts";

export type Scope = "main" | "agent";
export type Repaired = { readonly plan: Plan; readonly bytes: Uint8Array; readonly isIdle: boolean };

/** `name`: the session that the file is named after; else the one that most lines name. */
export function sourceOf(bytes: Uint8Array, scope: Scope = "main", name?: string): Source {
  const lines: readonly Line[] = [...splitLines([bytes])];
  const { session } = open(bytes, { scope });
  const [[most] = ["none"]] = [...session.log.state.sessionIds].toSorted(([, a], [, b]) => b - a);
  return { sessionId: name ?? most, session, lines: (first, last) => lines.slice(first - 1, last) };
}

export function repaired(bytes: Uint8Array, scope: Scope = "main", name?: string): Repaired {
  const source = sourceOf(bytes, scope, name);
  const planned = planRepair(source, countingSupply());
  if (!planned.ok) throw new Error(planned.problem);
  const { plan } = planned;
  if (!sumsUp(plan, source.session.log.tally.lines)) throw new Error("the plan does not account for every line");
  return { plan, bytes: rendered(plan, source), isIdle: isIdlePlan(plan) };
}

export function rendered(plan: Plan, source: Source): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const part of renderPlan(plan, source, sameIds(source)))
    if (part instanceof Uint8Array) parts.push(part);
    else throw new Error("a line too long for a test");
  return Buffer.concat(parts);
}

const sameIds = ({ sessionId }: Source): Identity => ({
  from: sessionId,
  to: sessionId,
  uuids: "kept",
  forkedFrom: "left-out",
  isOwn: () => true,
  folders: [],
});

export function countingSupply(): Supply {
  let made = 0;
  const newUuid = (): EntryId => {
    made += 1;
    const id = `00000000-0000-4000-9000-${String(made).padStart(12, "0")}`;
    if (!isEntryId(id)) throw new Error("no id");
    return id;
  };
  return { newUuid, now: () => "2026-01-02T03:04:05.000Z" };
}
