// A session -> the plan of its copy: every line stays, and calls that ran side by side are made safe for older clients.
import { startDraft } from "./draft.ts";
import type { Planned, Source, Supply } from "./plan.ts";

export function planClone(source: Source, supply: Supply): Planned {
  return { ok: true, plan: startDraft(source, supply).plan() };
}
