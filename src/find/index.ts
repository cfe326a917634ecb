// The door of find: questions -> answers: search, stats, cost, tools, context.
export { type Days, daysIn } from "./day.ts";
export { type TimeSpan, momentOf, spanOf, timeExamples } from "./day-moment.ts";
export { type Forkable, forkParents } from "./owner.ts";
export { isInProject } from "./project-match.ts";
export { type ListFilter, type ListOrder } from "./listing.ts";
export { type SessionList, type SessionsRequest, listSessions, newestFirst } from "./sessions.ts";
export {
  type Compacted,
  type ContextGrade,
  type ContextItem,
  type ContextReport,
  type ContextShare,
  contextOf,
} from "./context.ts";
export { type ContextBlock, contextBlocks } from "./context-item.ts";
export { imageTokens } from "./context-size.ts";
export { type ContextSavings, contextSavings } from "./context-savings.ts";
export { contextScale, weighContexts } from "./context-weight.ts";
export { type Parsed, type SpanOf, parseQuery } from "./query/parse.ts";
export { type Query, literalQuery, looksInsideWords } from "./query/query.ts";
export { type Misreading, misreadings } from "./query/misreadings.ts";
export type { QueryProblem } from "./query/query-fault.ts";
export { isIndexExact } from "./query/index-expression.ts";
export type { SnippetPiece } from "./query/snippet.ts";
export type { FoundPlace } from "./search/found-place.ts";
export { type Hit, type HitReader, hitReader } from "./search/hit.ts";
export { type HitGroups, type SessionHits, groupHits } from "./search/hit-groups.ts";
export { type SearchAnswer, type SearchOptions, searchLogs } from "./search/search.ts";
export { type SearchFile, searchFiles, searchKey } from "./search/search-file.ts";
export { type SearchThreads, searchThreads } from "./search/search-threads.ts";
export { resumeFolder, sessionFolders, sessionWords } from "./search/session-words.ts";
export { checkZone } from "./day.ts";
export { type Grade, type Reason, type ReasonCode } from "./grade.ts";
export {
  type KnownLog,
  type Survey,
  type SurveyOptions,
  type SurveyedAgent,
  type SurveyedSession,
  survey,
} from "./survey.ts";
export { type GroupName, type Grouping, periodOf } from "./stats/grouping.ts";
export { type Scope } from "./stats/scope.ts";
export {
  type Census,
  type GroupStats,
  type ToolCounts,
  type Totals,
  type UsageSums,
  censusOf,
  statsBy,
  totalsOf,
} from "./stats/stats.ts";
export { type CostParts, type CostQuestion, type GroupCost, costBy } from "./cost/cost.ts";
export { modelName } from "./cost/model-name.ts";
export { type ModelPrice, type PriceList, overridePrices } from "./cost/price-list.ts";
export { listPrices } from "./cost/prices.ts";
export { type ToolGrouping, type ToolUse, toolUses } from "./tools/tools.ts";
export {
  type KnownEvents,
  type KnownFiles,
  type KnownFilesJob,
  type Summaries,
  knownFiles,
} from "./files/known-files.ts";
export { type EvidencePool, type GatheredLog, type SizedLog, evidencePool } from "./files/read-evidence.ts";
export { type EvidenceOptions, pathHash, readFileEvidence } from "./files/file-evidence.ts";
export { type OpenEvidence, evidenceReader } from "./files/evidence-reader.ts";
export { type OpenHistory, openHistory, versionAt } from "./files/file-histories.ts";
export {
  type WholeOrPartial,
  type WrittenVersion,
  doubtText,
  recoverableVersion,
  unknownReason,
  versionAbout,
  versionBytes,
} from "./recover/chosen-version.ts";
export { type FileFate, type FileRow, type FileSummary, fileSummary, rowOnDisk } from "./recover/file-row.ts";
export { type PathNames, knownPath, knownPaths } from "./recover/known-path.ts";
export { isOnDisk } from "./recover/on-disk.ts";
export { type LineGap, gapMark, gapsOf, partialText } from "./recover/partial-text.ts";
export { pathGlob } from "./recover/path-glob.ts";
export { type DiffHunk, type TextDiff, diffTexts } from "./recover/unified-diff.ts";
