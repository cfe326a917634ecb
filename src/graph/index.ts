// The door of graph: entries -> session: branches, messages, calls, turns, what the model sees.
export type { Agent, AgentLog, AgentMeta } from "./agent.ts";
export type { Branch } from "./branch.ts";
export { chainOf } from "./chain.ts";
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
  messageCounted,
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
  errorOutcome,
  lineFacts,
  targetKeys,
  targetLength,
} from "./digest/line-facts.ts";
export {
  type Cells,
  CellRows,
  callCell,
  callCells,
  messageCell,
  messageCells,
  promptCell,
  promptCells,
  resultCell,
  resultCells,
} from "./digest/cells.ts";
export {
  type Hashes,
  type IdAt,
  type Ids,
  PooledIds,
  areFirstIds,
  hashesOf,
  idHash,
  isNoId,
  isSameId,
  textHash,
} from "./digest/ids.ts";
export { packDigest, unpackDigest } from "./digest/pack.ts";
export { digestVersion } from "./digest/pack-header.ts";
export { type BlamedLine, type LineDiff, type Stretch, type VersionText, blameLines } from "./files/blame.ts";
export { isBackupName } from "./files/backup-note.ts";
export { connectedEvents } from "./files/connected.ts";
export { type DecodedBytes, type FileContent, contentOf, decodeBytes } from "./files/content.ts";
export { type EvidenceReader, onlyResult } from "./files/evidence-detail.ts";
export { type EventGroups, groupEvents } from "./files/event-groups.ts";
export { type KnownLines, type LineRange, knownEntries } from "./files/known-lines.ts";
export { packEvidence, unpackEvidence } from "./files/pack-evidence.ts";
export type { FileAct, FileCall, FileEvent, FilePrompt, LogEvidence, LogPlace } from "./files/evidence.ts";
export { foldersOf, isAbsolutePath, isWindowsPath, pathKey, resolvePath } from "./files/file-path.ts";
export { type GatherContext, gatherFileEvidence } from "./files/gather-evidence.ts";
export { type OrderedEvent, orderEvents } from "./files/order.ts";
export { replayFiles } from "./files/replay.ts";
export { type ShellAct, shellActs } from "./files/shell-act.ts";
export { sureCount } from "./files/sure-count.ts";
export { versionChain, versionTexts } from "./files/version-chain.ts";
export type {
  ContentRef,
  Doubt,
  FileFinding,
  FileFindingCode,
  FileGrade,
  FileHistory,
  FileVersion,
  VersionBody,
  VersionCause,
} from "./files/version.ts";
export { type Finding, type FindingCode, type Severity, findingCodes } from "./finding.ts";
export { type LeftOut, leftOutOf } from "./left-out.ts";
export { type Links, linkNodes } from "./links.ts";
export { summariesOf } from "./summaries.ts";
export { type Log, gatherLog } from "./log.ts";
export { type Message, syntheticModel } from "./message.ts";
export type { ChainType, Node, ReadEntry } from "./node.ts";
export { folderUnder, isBelow, isWithin, projectFolder } from "./project-folder.ts";
export { type PromptKind, promptKinds, readablePrompt } from "./prompt.ts";
export { type Violation, checkRequest } from "./request/check.ts";
export { type Request, type RequestMessage, buildRequest } from "./request/request.ts";
export {
  type ContentKind,
  type RequestSize,
  type TextLengths,
  contentKinds,
  requestSize,
  textLengths,
} from "./request/size.ts";
export { type ReplayRules, newestRules, rulesFor } from "./rules.ts";
export { type Session, type SessionOptions, buildSession, lazySession } from "./session.ts";
export { withSiblings } from "./siblings.ts";
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
export { type ContextScale, type Tokens, recountedKey, scaleIn } from "./usage.ts";
export { type Reach, type Thread, threadOf } from "./thread.ts";
export { type WordSpan, indexText, wordSpans, wordsOf } from "./words.ts";
