// The door of view: the rows people see, in one vocabulary for terminal and JSON.
export {
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatTime,
  formatUsd,
  formatWhole,
  plural,
} from "./age.ts";
export { bounded, folderLength, titleLength } from "./bounded.ts";
export { summarizeCall } from "./call-summary.ts";
export { commandLine, unprintable } from "./command-line.ts";
export { findingText } from "./finding-text.ts";
export { type MadeBy, type Origin, madeWord, originText } from "./made-by.ts";
export { readableText } from "./readable-text.ts";
export { escapeJson, sanitize, sanitizeCell, sanitizeLine } from "./sanitize.ts";
export {
  type SessionFacts,
  type SessionRow,
  type SessionState,
  type SessionTag,
  expiryWords,
  sessionRow,
  sessionStates,
  sessionTags,
  titleOf,
} from "./session-row.ts";
export { needRank, statusesByNeed } from "./status-order.ts";
export { type Advice, type Verdict, adviceOf, leftOutText, verdictOf } from "./verdict.ts";
export { type Row, type TranscriptContext, transcript } from "./transcript.ts";
