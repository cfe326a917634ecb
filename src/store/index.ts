// The door of store: files -> sessions, and sessions -> new files.
export { readAgents } from "./agent-files.ts";
export {
  type AgentFile,
  type Discovered,
  type FileFacts,
  type OutputFile,
  type SessionFile,
  discover,
  isFolder,
} from "./discover.ts";
export { type LogFile, type OpenOptions, openLog } from "./log-file.ts";
export { type NameContext, findSession } from "./name.ts";
export { type ItemKind, isRealFolder, itemKind, listFolder } from "./open/list-folder.ts";
export { type OpenFile, isAbsence, openForReading, openIfReadable, openRegular } from "./open/open-file.ts";
export { noteBytes, readSmallFile, readSmallFileIfReadable, readSmallFileIfThere } from "./open/read-small-file.ts";
export { namedFile } from "./open/named-file.ts";
export type { Skipped } from "./open/walk-folder.ts";
export { type Peek, peekLog, peekedId } from "./peek.ts";
export { keyIn, ownerKey, projectFolderOf, sessionKey } from "./project-folder.ts";
export { expiryIn, retentionDays } from "./retention.ts";
export {
  type OpenSession,
  type OpenSummary,
  type SessionReadOptions,
  agentPath,
  openSession,
  openSummary,
} from "./session-file.ts";
export { WorldError, type WorldErrorCode, systemCode, worldError } from "./world-error.ts";
export { type ScanOptions, referenceDigest } from "./scan/reference.ts";
export { openBytes } from "./scan/log-bytes.ts";
export { scanBytes } from "./scan/scan-bytes.ts";
export { ourKernel, scanLog } from "./scan/scan-log.ts";
export { compileLightly } from "./light-compiling.ts";
export { type ScanLogsOptions, prepareScan, scanLogs } from "./scan/scan-logs.ts";
export type { ScanFailure, ScannedLog, ScannedLogs } from "./scan/scanned.ts";
export { type DeletedFile, readLedger } from "./catalog/ledger.ts";
export type { CatalogHit, CatalogQuery } from "./catalog/hits.ts";
export { checksum } from "./catalog/checksum.ts";
export type { FileMemory, FileNews, KeptAnswer, KeptLog } from "./catalog/file-memory.ts";
export type { CoveredFile } from "./catalog/covered-file.ts";
export { type FileKind, type ListedFile, ownedOutputs } from "./catalog/listed-file.ts";
export {
  type Catalog,
  CatalogFailure,
  type CatalogPlace,
  type Unavailable,
  dropCatalog,
  openCatalog,
} from "./catalog/open.ts";
export type { LogWords } from "./catalog/log-words.ts";
export type { CatalogStatus } from "./catalog/status.ts";
export type { UpdateOptions, UpdateReport } from "./catalog/update.ts";
export { builtPath } from "./scan/kernel.ts";
export { type WasmMemory, type WasmModule, compileModule, startModule } from "./scan/wasm.ts";
export { type History, type Operation, historyOf, readLineage } from "./lineage.ts";
export { type Making, readMakings } from "./making.ts";
export {
  type LineageFile,
  type LineageRecord,
  type TitleChange,
  operationTime,
  typedCommand,
} from "./lineage-record.ts";
export { type UndoJob, type Undone, operationNamed, refuseUndo, undo } from "./lineage-undo.ts";
export { realPath } from "./real-path.ts";
export { openOperations, undoableHint } from "./undoable-hint.ts";
export {
  type Evidence,
  type InUsePolicy,
  type Liveness,
  type Look,
  SessionInUse,
  livenessNow,
  livenessOf,
  lookAtSession,
  refuseInUse,
} from "./liveness.ts";
export { type Processes, nodeProcesses } from "./liveness-process.ts";
export { isSameProcess } from "./liveness-registry.ts";
export { type IsKept, keptCopies } from "./kept-copies.ts";
export { type KeepJob, type Kept, keepSession } from "./keep.ts";
export { type KeptSession, type RestoreJob, filesToRestore, keptSessions, restoreSession } from "./keep-restore.ts";
export { type SessionPlace, type SessionTarget, mainPath, sessionPlace } from "./session-place.ts";
export { type TitleJob, emptyTitle, setTitle } from "./title.ts";
export { readTitles, titleInLog } from "./titles.ts";
export { type TrashJob, moveToTrash } from "./trash.ts";
export { type Trashed, trashedSessions } from "./trashed.ts";
export { type CleanUp, cleanUp } from "./rewrite/clean-up.ts";
export type { Disk, DiskFacts, DiskItem, OpenMode } from "./rewrite/disk.ts";
export { holdsEntry } from "./rewrite/holds-entry.ts";
export { namedPlace } from "./rewrite/named-place.ts";
export { nodeDisk } from "./rewrite/node-disk.ts";
export type { CarriedOut } from "./rewrite/operation.ts";
export { outlineLengths, outlineOf } from "./rewrite/outline.ts";
export type { Pieces, SourceRange } from "./rewrite/pieces.ts";
export { type PlannedSession, plannedResult } from "./rewrite/planned-result.ts";
export { type Sent, requestOf, sentOf, talkOf } from "./rewrite/sent.ts";
export { dropReadBack, prepareReadBack } from "./rewrite/spare-reader.ts";
export { rehearse } from "./rewrite/rehearse.ts";
export { checkSpace } from "./rewrite/rewrite-plan.ts";
export { type Rewritten, rewrite } from "./rewrite/rewrite.ts";
export type { ResultJob, ResultSource, RewriteJob } from "./rewrite/rewrite-job.ts";
export type { SetAside } from "./rewrite/set-aside.ts";
export { type OpenSource, openSource } from "./rewrite/source.ts";
export { type World, nodeWorld } from "./rewrite/world.ts";
export {
  type Recoverable,
  type RecoveredFile,
  type Recovery,
  type RecoveryJob,
  type RecoveryWorld,
  recoverFiles,
} from "./recover/recover-files.ts";
export { type PutBackWorld, isLocalPath, putFileBack } from "./recover/put-original.ts";
