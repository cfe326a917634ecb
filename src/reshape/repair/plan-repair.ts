// A session of any kind -> the plan that mends it, phase by phase until nothing is left to mend; a sound one is left alone.
import type { Plan, Planned, Source, Supply } from "../plan.ts";
import { type Bench, openBench } from "./bench.ts";
import { type View, isUntouched } from "./item.ts";
import { type Journal, shortJournal, startJournal } from "./journal.ts";
import { withMark } from "./kept-mark.ts";
import { mendAdjacency } from "./mend-adjacency.ts";
import { mendBeginning } from "./mend-beginning.ts";
import { mendCallIds } from "./mend-call-ids.ts";
import { mendOpenCalls } from "./mend-calls.ts";
import { mendContent } from "./mend-content.ts";
import { mendCopies } from "./mend-copies.ts";
import { mendMessageIds, mendTimes } from "./mend-envelope.ts";
import { mendForeign } from "./mend-foreign.ts";
import { mendIds } from "./mend-ids.ts";
import { mendIntruders } from "./mend-intruders.ts";
import { mendLines } from "./mend-lines.ts";
import { mendDisorder, mendLateResults, mendOrder } from "./mend-order.ts";
import { mendOrphanResults } from "./mend-orphans.ts";
import { mendParents } from "./mend-parents.ts";
import { mendShapes } from "./mend-shapes.ts";
import { mendState } from "./mend-state.ts";
import { mendThinking } from "./mend-thinking.ts";
import { movedLines } from "./moved-lines.ts";
import { notOwed } from "./owed.ts";
import { probeBench } from "./probe-bench.ts";
import { type Survey, surveyOf } from "./survey.ts";
import { viewPlan } from "./view-plan.ts";

/** Each stands on what those before it have mended. */
const phases: readonly ((survey: Survey, bench: Bench) => void)[] = [
  mendShapes,
  mendCopies,
  mendDisorder,
  mendIds,
  mendForeign,
  mendTimes,
  mendMessageIds,
  mendIntruders,
  mendLateResults,
  mendParents,
  mendContent,
  mendThinking,
  mendCallIds,
  mendOrphanResults,
  mendAdjacency,
  mendLateResults,
  mendOpenCalls,
  mendBeginning,
  mendOrder,
  mendState,
];

/** One mend may bring another to light, but not for ever. */
const maxRounds = 6;

export function planRepair(source: Source, supply: Supply): Planned {
  return { ok: true, plan: mended(source, supply) };
}

/** Whether the plan would change anything. Stops at the first phase that edits a line, and keeps no edit in memory. */
export function needsRepair(source: Source, supply: Supply): boolean {
  const { nodes, byId, tally } = source.session.log;
  // Two entries share a uuid or one has none: `mendIds` always edits such a log, and a million copies take long to compare.
  if (byId.size < nodes.length) return true;
  let isEdited = false;
  let view: View = [];
  const openProbe: typeof openBench = (seen, tools) => probeBench(seen, tools, () => (isEdited = true));
  for (const { view: next } of courseOf(source, { supply, journal: shortJournal(), open: openProbe })) {
    view = next;
    if (isEdited || view.length !== tally.lines || !view.every(isUntouched)) return true;
  }
  return movedLines(view.map(({ line }) => line)).size > 0;
}

type Tools = { readonly supply: Supply; readonly journal: Journal; readonly open: typeof openBench };

function mended(source: Source, supply: Supply): Plan {
  const journal = startJournal();
  let [first, last]: [Stage | undefined, Stage | undefined] = [undefined, undefined];
  for (const stage of courseOf(source, { supply, journal, open: openBench })) {
    first ??= stage;
    last = stage;
  }
  if (first === undefined || last === undefined) throw new Error("a repair ended before it began");
  const view = withMark(last.view, last.survey(), { source, supply, journal });
  const owed = { but: notOwed(source, { first: first.survey(), last: last.survey(), journal }) };
  return { ...viewPlan(view, source, journal), owed };
}

type Stage = { readonly view: View; readonly survey: () => Survey };

/** The first view, and the one that each phase makes of it, as long as there is something to mend. */
function* courseOf(source: Source, { supply, journal, open }: Tools): Generator<Stage, void, undefined> {
  let stage = stageOf(mendLines(source, journal), source);
  yield stage;
  for (let round = 0; round < maxRounds; round++) {
    let isDone = true;
    for (const phase of phases) {
      const bench = open(stage.view, { source, supply, journal });
      phase(stage.survey(), bench);
      const next = bench.settled();
      if (next === undefined) continue;
      isDone = false;
      stage = stageOf(next, source);
      yield stage;
    }
    if (isDone) break;
  }
}

/** A survey reads the whole log: it is made when somebody asks for it. */
function stageOf(view: View, source: Source): Stage {
  let survey: Survey | undefined;
  return { view, survey: () => (survey ??= surveyOf(view, source)) };
}
