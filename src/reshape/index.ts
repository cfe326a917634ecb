// The door of reshape: a session and an intention -> a plan of edits, and a plan -> the lines of the result.
export type {
  Change,
  Dropped,
  IdPlaces,
  Identity,
  Ledger,
  PassingLine,
  Placed,
  Plan,
  Planned,
  Refused,
  Renamed,
  Renamer,
  Source,
  Step,
  Supply,
} from "./plan.ts";
export { planClone } from "./clone.ts";
export { type Draft, type DropOptions, startDraft } from "./draft.ts";
export { followedPaths } from "./followed-paths.ts";
export { type ForkIntention, planFork } from "./fork.ts";
export { freshUuids } from "./fresh-uuid.ts";
export { isIdlePlan, ledgerOf, sumsUp } from "./ledger.ts";
export { type MergeIntention, planMerge } from "./merge.ts";
export { type MoveIntention, type MovePlanned, movedFolder, planMove } from "./move.ts";
export { nearestOf } from "./nearest.ts";
export { type SourceRange, renderPlan } from "./render.ts";
export { type Savings, savingsBetween, savingsOf } from "./savings.ts";
export { type SplitIntention, type SplitPlanned, planSplit } from "./split.ts";
export {
  type Judged,
  type Sides,
  type Verdict,
  type Weighed,
  type Words,
  judge,
  judgeWeighed,
  weigh,
  wordsOwed,
} from "./verdict.ts";
export type { Brought } from "./work.ts";
export { olderTurns, planCompress } from "./compress/compress.ts";
export type { CompressIntention, UncompressIntention } from "./compress/intention.ts";
export { planUncompress } from "./compress/uncompress.ts";
export {
  type CallRule,
  type Protected,
  type Reach,
  type TrimIntention,
  type TrimPreset,
  lookUps,
  trimPreset,
  trimPresets,
} from "./trim/intention.ts";
export { fitted, reaching, turnsSent } from "./trim/reaching.ts";
export { type TrimPlanned, planTrim } from "./trim/trim.ts";
export { needsRepair, planRepair } from "./repair/plan-repair.ts";
