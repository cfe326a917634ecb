// A source and what a planner wants gone, changed or new -> a plan that keeps the rules of the chain; content is never held here.
import type { Change, JsonObject, Range } from "../format/index.ts";
import { closePairs } from "./pairs.ts";
import { type Edited, editedLog } from "./edited.ts";
import { settleLeaf } from "./leaf.ts";
import { straighten } from "./linearise.ts";
import { placedOf } from "./placing.ts";
import type { Plan, Source, Supply } from "./plan.ts";
import { remapReferences } from "./references.ts";
import { settleCount } from "./stale-count.ts";
import { type Brought, type Work, startWork } from "./work.ts";

export type DropOptions = {
  /** Its bytes are kept beside the lineage, because nothing in the result tells what they said. */
  readonly setAside: true;
};

export type Draft = {
  /** What the planner may ask of the world, for what it adds. */
  readonly supply: Supply;
  readonly drop: (line: number, reason: string, options?: DropOptions) => void;
  /** On top of what was asked of the line before; of two changes of one path the later counts. */
  readonly change: (line: number, ...changes: readonly Change[]) => void;
  /** Of a damaged line: these bytes of it stay, as a line of their own; once for each object, in their order. */
  readonly keepPart: (line: number, part: Range, ...changes: readonly Change[]) => void;
  /** Behind this source line; 0: in front of all. In the ids of the source. Gives its place, for `endWith`. */
  readonly add: (behind: number, entry: JsonObject) => number;
  /** A line of another session behind this source line; its bytes stay as they are but for the changes. Gives its place. */
  readonly bring: (behind: number, brought: Brought) => number;
  /** The conversation shall end with the entry of this line or place. Without it: where it ended, or with what was added there. */
  readonly endWith: (place: number) => void;
  /** What is told of the work, counted per code. */
  readonly step: (code: string, text: string, line: number) => void;
  /** Nothing was dropped, changed or added so far. A plan may still straighten what older clients would lose. */
  readonly isIdle: () => boolean;
  /** Re-parents, linearises, remaps what pointed at dropped lines, puts the leaf last and newest. */
  readonly plan: () => Plan;
};

export function startDraft(source: Source, supply: Supply): Draft {
  const work = startWork(source);
  return {
    supply,
    drop: (line, reason, options) => work.drop(line, reason, options?.setAside === true ? "set-aside" : "gone"),
    change: work.change,
    keepPart: work.keepPart,
    add: work.add,
    bring: work.bring,
    endWith: work.endWith,
    step: work.step,
    isIdle: work.isIdle,
    plan: () => planOf(work),
  };
}

function planOf(work: Work): Plan {
  const edited = closed(work);
  const straight = straighten(edited, work);
  const prompts = remapReferences(straight, work);
  settleLeaf(straight, prompts, work);
  settleCount(straight, work);
  return { placed: placedOf(work), dropped: work.allDropped(), steps: work.allSteps() };
}

/** What a drop leaves behind may have to go too, and that may leave something behind again. */
function closed(work: Work): Edited {
  for (;;) {
    const edited = editedLog(work);
    if (!closePairs(edited, work)) return edited;
  }
}
