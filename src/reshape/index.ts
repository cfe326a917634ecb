// The door of reshape: a session and an intention -> a plan of edits, and a plan -> the lines of the result.
export type { Change, Dropped, Identity, Ledger, Placed, Plan, Planned, Source, Step, Supply } from "./plan.ts";
