// A session of any kind -> the plan that mends it, phase by phase until nothing is left to mend; a sound one is left alone.
import type { Plan, Planned, Source, Supply } from "../plan.ts";
import { type Bench, openBench } from "./bench.ts";
import type { View } from "./item.ts";
import { startJournal } from "./journal.ts";
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
import { notOwed } from "./owed.ts";
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

function mended(source: Source, supply: Supply): Plan {
  const journal = startJournal();
  let view = mendLines(source, journal);
  let survey = surveyOf(view, source);
  const first = survey;
  for (let round = 0; round < maxRounds; round++) {
    let isDone = true;
    for (const phase of phases) {
      const bench = openBench(view, { source, supply, journal });
      phase(survey, bench);
      const next: View | undefined = bench.settled();
      if (next === undefined) continue;
      isDone = false;
      view = next;
      survey = surveyOf(view, source);
    }
    if (isDone) break;
  }
  view = withMark(view, survey, { source, supply, journal });
  return { ...viewPlan(view, source, journal), owed: { but: notOwed(source, { first, last: survey, journal }) } };
}
