// Nothing in -> every entry type of the session log in one shape: the single source of types, JSON Schema and drift.
import { type Infer, variant } from "../shape.ts";
import { apiRequest, apiRequestBlob, apiRequestShape } from "./api-request.ts";
import { assistantEntry } from "./assistant.ts";
import { attachmentEntry } from "./attachment.ts";
import { fileHistoryDelta, fileHistorySnapshot } from "./file-history.ts";
import { progressEntry } from "./progress.ts";
import { queueOperation } from "./queue.ts";
import * as state from "./state-lines.ts";
import { systemEntry } from "./system.ts";
import * as title from "./titles.ts";
import { userEntry } from "./user.ts";

/** Raised when a shape changes: a new field or type is minor, a narrower type is major. */
export const schemaVersion = "1.0.0";

export const entryShape = variant(
  "type",
  {
    user: userEntry,
    assistant: assistantEntry,
    system: systemEntry,
    attachment: attachmentEntry,
    progress: progressEntry,
    saved_hook_context: state.savedHookContext,
    "queue-operation": queueOperation,
    "file-history-snapshot": fileHistorySnapshot,
    "file-history-delta": fileHistoryDelta,
    "api-request": apiRequest,
    "api-request-shape": apiRequestShape,
    "api-request-blob": apiRequestBlob,
    summary: title.summary,
    "task-summary": title.taskSummary,
    "custom-title": title.customTitle,
    "ai-title": title.aiTitle,
    "agent-name": title.agentName,
    "agent-color": title.agentColor,
    "agent-setting": title.agentSetting,
    tag: title.tag,
    "last-prompt": state.lastPrompt,
    mode: state.mode,
    "permission-mode": state.permissionMode,
    "atis-latch": state.atisLatch,
    "tools-used": state.toolsUsed,
    "cost-state": state.costState,
    "pr-link": state.prLink,
    "bridge-session": state.bridgeSession,
    "frame-link": state.frameLink,
    "fork-context-ref": state.forkContextRef,
    "worktree-state": state.worktreeState,
    "content-replacement": state.contentReplacement,
    "attribution-snapshot": state.attributionSnapshot,
    "artifact-comment-monitor": state.artifactState,
    "artifact-autoreact-ledger": state.artifactState,
    relocated: state.relocated,
    "continued-in": state.continuedIn,
    started: state.workflowStep,
    result: state.workflowStep,
    failed: state.workflowStep,
    "resume-head-vouch": state.namedOnly,
    "data-flow-records": state.namedOnly,
    "data-flow-incomplete": state.namedOnly,
    "derived-from": state.namedOnly,
    "ended-by-model": state.namedOnly,
    "history-suppression": state.namedOnly,
    "isolation-latch": state.namedOnly,
    "session-owner": state.namedOnly,
    "dev-mods": state.namedOnly,
    "memory-mode": state.namedOnly,
    "observer-ref": state.namedOnly,
    "repl-mode": state.namedOnly,
    "speculation-accept": state.namedOnly,
    "marble-origami-commit": state.namedOnly,
    "marble-origami-snapshot": state.namedOnly,
    "marble-origami-reset": state.namedOnly,
  },
  "closed",
);

export const knownEntryTypes: readonly string[] = Object.keys(entryShape.of);

export type KnownEntry = Infer<typeof entryShape>;
export type UserEntry = Infer<typeof userEntry> & { readonly type: "user" };
export type AssistantEntry = Infer<typeof assistantEntry> & { readonly type: "assistant" };
export type SystemEntry = Infer<typeof systemEntry> & { readonly type: "system" };
export type AttachmentEntry = Infer<typeof attachmentEntry> & { readonly type: "attachment" };
export type ProgressEntry = Infer<typeof progressEntry> & { readonly type: "progress" };
export type QueueOperationEntry = Infer<typeof queueOperation> & { readonly type: "queue-operation" };
export type FileHistorySnapshotEntry = Infer<typeof fileHistorySnapshot> & { readonly type: "file-history-snapshot" };
export type FileHistoryDeltaEntry = Infer<typeof fileHistoryDelta> & { readonly type: "file-history-delta" };
export type LastPromptEntry = Infer<typeof state.lastPrompt> & { readonly type: "last-prompt" };
