// The door of live: what is happening now: logs followed as they grow, and who waits for what.
export { type Clock, nodeClock } from "./clock.ts";
export { type LiveDisk, type Look, type LookKind, type WatchListener, nodeLiveDisk } from "./live-disk.ts";
export { type TailLimits, defaultLimits } from "./tail/limits.ts";
export { type Tail, type TailOptions, openTail } from "./tail/tail.ts";
export type { Cursor, RestartReason, Start, TailEvent, TailedFile } from "./tail/tail-event.ts";
export { type Recent, type RecentOptions, readRecent } from "./recent.ts";
export { type Board, type BoardOptions, type LiveSession, openBoard } from "./board/board.ts";
export { type SnapshotOptions, readStatuses } from "./board/snapshot.ts";
export type { AgentLogState } from "./status/agents.ts";
export { type Standing, type LogState, type OpenCall, emptyLog, foldLog } from "./status/log-state.ts";
export { type Owner, ownerOf } from "./status/owner.ts";
export type { Processes } from "../store/index.ts";
export { type Registry, type RegistryEntry, readRegistry } from "./status/registry.ts";
export { type StatusInput, defaultIdleMs, statusOf } from "./status/status-of.ts";
export {
  type Confidence,
  type Status,
  type StatusCall,
  type StatusEvidence,
  type StatusName,
  confidences,
  statusNames,
} from "./status/status.ts";
