// The door of graph: entries -> session: branches, messages, calls, turns, what the model sees.
export type { Agent, AgentLog, AgentMeta } from "./agent.ts";
export type { Branch } from "./branch.ts";
export { type Conversation, conversationOf } from "./conversation.ts";
export type { Description } from "./description.ts";
export {
  type CallColumns,
  type Digest,
  type LastWord,
  type MessageColumns,
  type Numbers,
  type PromptColumns,
  type ResultColumns,
  messageApiError,
  messageSidechain,
  messageStopped,
  resultDenied,
  resultError,
  resultInterrupted,
} from "./digest/digest.ts";
export { type Digester, type Envelope, digester } from "./digest/digester.ts";
export {
  type CallFacts,
  type LineFacts,
  type MessageFacts,
  type ResultFacts,
  lineFacts,
  targetKeys,
  targetLength,
} from "./digest/line-facts.ts";
export { type IdAt, type Ids, PooledIds, idHash, isNoId, isSameId, textHash } from "./digest/ids.ts";
export { packDigest, unpackDigest } from "./digest/pack.ts";
export { digestVersion } from "./digest/pack-header.ts";
export { type Finding, type FindingCode, type Severity, findingCodes } from "./finding.ts";
export { type Links, linkNodes } from "./links.ts";
export { type Log, gatherLog } from "./log.ts";
export { type Message, syntheticModel } from "./message.ts";
export type { ChainType, Node, ReadEntry } from "./node.ts";
export { type PromptKind, promptKinds, readablePrompt } from "./prompt.ts";
export { type Violation, checkRequest } from "./request/check.ts";
export { type Request, type RequestMessage, buildRequest } from "./request/request.ts";
export { type ReplayRules, newestRules, rulesFor } from "./rules.ts";
export { type Session, type SessionOptions, buildSession } from "./session.ts";
export type { State } from "./state.ts";
export { type SessionSummary, summarizeSession } from "./summary.ts";
export {
  type PartKind,
  type PartRole,
  type TextPart,
  otherTexts,
  partKinds,
  partRoles,
  textParts,
} from "./text-part.ts";
export { type Tally, tallier } from "./tally.ts";
export type { Call, Prompt, Round, Start, Turn } from "./turn.ts";
export type { Tokens } from "./usage.ts";
export { type Reach, type Thread, threadOf } from "./thread.ts";
export { type WordSpan, indexText, wordSpans, wordsOf } from "./words.ts";
