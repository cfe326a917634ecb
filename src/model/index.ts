// The door of model: a Messages API that can be asked, and a scripted stand-in that plays one on loopback.
export { countingIds } from "./ids.ts";
export type { IdSource } from "./ids.ts";
export { openApi, publicBaseUrl } from "./messages-api.ts";
export type { Answer, ApiOptions, MessagesApi, Question } from "./messages-api.ts";
export { ModelError } from "./model-error.ts";
export type { ModelErrorCode } from "./model-error.ts";
export { positionOf } from "./position.ts";
export type { Position } from "./position.ts";
export type { RecordedRequest } from "./record.ts";
export { fillScript, fillText } from "./script.ts";
export type { Failure, ReplyBlock, Rule, Script, Step, Values } from "./script.ts";
export { startStandIn } from "./server.ts";
export type { StandIn, StandInOptions } from "./server.ts";
export { planSummary, writeSummary } from "./summary.ts";
export type { SummaryOptions, SummaryRequest } from "./summary.ts";
