// The door of store: files -> sessions; reads only.
export { readAgents } from "./agent-files.ts";
export { type AgentFile, type Discovered, type FileFacts, type SessionFile, discover, isFolder } from "./discover.ts";
export { lastTimeMs } from "./last-time.ts";
export { type LogFile, type OpenOptions, openLog } from "./log-file.ts";
export { type NameContext, findSession } from "./name.ts";
export {
  type OpenSession,
  type OpenSummary,
  type SessionReadOptions,
  agentPath,
  openSession,
  openSummary,
} from "./session-file.ts";
export { WorldError, type WorldErrorCode, systemCode } from "./world-error.ts";
