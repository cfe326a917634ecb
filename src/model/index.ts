// The door of model: a scripted stand-in that plays the Messages API on loopback.
export { countingIds } from "./ids.ts";
export type { IdSource } from "./ids.ts";
export { positionOf } from "./position.ts";
export type { Position } from "./position.ts";
export type { RecordedRequest } from "./record.ts";
export { fillScript, fillText } from "./script.ts";
export type { Failure, ReplyBlock, Rule, Script, Step, Values } from "./script.ts";
export { startStandIn } from "./server.ts";
export type { StandIn, StandInOptions } from "./server.ts";
