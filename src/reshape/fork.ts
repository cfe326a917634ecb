// A session and where to leave it -> the plan of a session that was never longer: the way there stays, what came later or beside it goes.
import { decodeLine } from "../format/index.ts";
import { type Cut, cutAt } from "./cut.ts";
import { type Draft, startDraft } from "./draft.ts";
import { fellows } from "./fellows.ts";
import type { Halves } from "./halves.ts";
import type { Plan, Planned, Source, Step, Supply } from "./plan.ts";
import { turnAt } from "./turn-name.ts";

export type ForkIntention = {
  /** The end of this turn ("3", "B2.1"), or this entry's uuid. */
  readonly at: string;
};

export function planFork(source: Source, { at }: ForkIntention, supply: Supply): Planned {
  const found = cutAt(source.session, at);
  return found.ok ? { ok: true, plan: frontPlan(source, found.cut, supply) } : found;
}

/** Everything up to the cut; of a split, everything that is not in the second part. */
export function frontPlan(source: Source, cut: Cut & Front, supply: Supply): Plan {
  const draft = startDraft(source, supply);
  if (cut.halves === undefined) dropBehind(draft, source, cut);
  else dropBack(draft, cut.halves);
  draft.endWith(cut.end.line);
  const turn = turnAt(source.session, cut.at.line);
  const where = turn === undefined ? "" : `, in turn ${turn}`;
  draft.step("cut", `the conversation ends with line ${cut.at.line}${where}`, cut.at.line);
  if (cut.told !== undefined) draft.step(cut.told.code, cut.told.text, cut.told.line);
  return draft.plan();
}

type Front = { readonly told?: FrontStep | undefined; readonly halves?: Halves };

function dropBehind(draft: Draft, source: Source, cut: Cut): void {
  const { log } = source.session;
  const kept = fellows(cut.kept, source.session, cut.at.line);
  const chain = new Map(log.nodes.map((node) => [node.line, node]));
  for (const node of log.nodes) if (!kept.has(node)) draft.drop(node.line, "behind or beside the cut");
  for (let line = 1; line <= log.tally.lines; line++)
    if (!chain.has(line) && line > cut.at.line) draft.drop(line, "behind the cut");
  dropLastPrompts(draft, source, cut.at.line);
}

function dropBack(draft: Draft, { back, backLines, bothLines }: Halves): void {
  for (const { line } of back) draft.drop(line, "behind the cut");
  for (const line of backLines) if (!bothLines.has(line)) draft.drop(line, "behind the cut");
}

/** What else a person should know of such a cut. */
type FrontStep = Omit<Step, "count">;

/** They tell where the longer session ended. */
export function dropLastPrompts(draft: Draft, source: Source, lastLine: number): void {
  const { log } = source.session;
  if (!log.tally.types.has("last-prompt")) return;
  const chain = new Set(log.nodes.map((node) => node.line));
  for (const line of source.lines(1, lastLine)) {
    if (chain.has(line.number)) continue;
    const decoded = decodeLine(line);
    if (decoded.kind === "entry" && decoded.type === "last-prompt")
      draft.drop(line.number, "it told where the session ended");
  }
}
