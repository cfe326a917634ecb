// The door of store: files -> sessions; reads only.
export { readAgents } from "./agent-files.ts";
export { type AgentFile, type Discovered, type FileFacts, type SessionFile, discover, isFolder } from "./discover.ts";
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
export {
  type ScanFailure,
  type ScanLogsOptions,
  type ScannedLog,
  type ScannedLogs,
  scanLogs,
} from "./scan/scan-logs.ts";
