// The door of store: files -> sessions; reads only.
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
export { type Peek, peekLog } from "./peek.ts";
export { retentionDays } from "./retention.ts";
export {
  type OpenSession,
  type OpenSummary,
  type SessionReadOptions,
  agentPath,
  openSession,
  openSummary,
} from "./session-file.ts";
export { WorldError, type WorldErrorCode, systemCode } from "./world-error.ts";
export { type ScanOptions, referenceDigest } from "./scan/reference.ts";
export { scanLog } from "./scan/scan-log.ts";
export { type ScanLogsOptions, prepareScan, scanLogs } from "./scan/scan-logs.ts";
export type { ScanFailure, ScannedLog, ScannedLogs } from "./scan/scanned.ts";
export { type DeletedFile, readLedger } from "./catalog/ledger.ts";
export type { CatalogHit, CatalogQuery } from "./catalog/hits.ts";
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
export type { CatalogStatus } from "./catalog/status.ts";
export type { UpdateOptions, UpdateReport } from "./catalog/update.ts";
export { builtPath } from "./scan/kernel.ts";
export { type WasmMemory, type WasmModule, compileModule, startModule } from "./scan/wasm.ts";
