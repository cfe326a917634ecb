// Nothing in -> lines made by hand, one or more for each entry type, old and new spellings; none is a person's.
import type { JsonObject } from "../src/format/json.ts";

const at = "2026-01-02T03:04:05.678Z";
const chain = {
  parentUuid: null,
  isSidechain: false,
  userType: "external",
  cwd: "/w",
  sessionId: "s",
  uuid: "u",
  timestamp: at,
};
const user = { ...chain, type: "user", version: "2.1.325", gitBranch: "main" };
const result = (toolUseResult: JsonObject["x"] = {}): JsonObject => ({
  ...user,
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok", is_error: false }] },
  toolUseResult,
});
const reply = (content: readonly JsonObject[]): JsonObject => ({
  ...chain,
  type: "assistant",
  requestId: "req_1",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: null,
    stop_sequence: null,
  },
});
const attached = (attachment: JsonObject): JsonObject => ({ ...chain, type: "attachment", attachment });
const system = (fields: JsonObject): JsonObject => ({ ...chain, type: "system", ...fields });
const progress = (data: JsonObject): JsonObject => ({
  ...chain,
  type: "progress",
  data,
  toolUseID: "t",
  parentToolUseID: "t",
});
const named = (type: string): JsonObject => ({ type, sessionId: "s" });

const users: readonly JsonObject[] = [
  {
    ...user,
    message: { role: "user", content: "hello" },
    thinkingMetadata: { level: "none", disabled: false, triggers: [] },
  },
  {
    ...user,
    message: {
      role: "user",
      content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "" } }],
    },
    imagePasteIds: [1],
  },
  {
    ...user,
    message: { role: "user", content: "x" },
    origin: { kind: "human" },
    turnPosition: { promptIndex: 0, turnIndex: 1 },
  },
  result("Error: no"),
  result([{ type: "text", text: "from a server" }]),
  result([{ name: "n", uri: "file:///n", mimeType: "text/plain", description: "d", server: "s" }]),
  result({ stdout: "", stderr: "", interrupted: false, isImage: false, gitOperation: { push: { branch: "b" } } }),
  result({ type: "text", file: { filePath: "/a", content: "", numLines: 1, startLine: 1, totalLines: 1 } }),
  result({
    filePath: "/a",
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [" a"] }],
    originalFile: null,
  }),
  result({ oldTodos: [], newTodos: [{ content: "c", status: "pending", activeForm: "a" }] }),
  result({ shellId: "a1", status: "running", exitCode: null, stdoutLines: 1, timestamp: at }),
  result({
    questions: [{ question: "q", header: "h", options: [{ label: "l" }], multiSelect: false }],
    answers: { q: "l" },
  }),
  result({
    query: "q",
    results: [{ tool_use_id: "x", content: [{ title: "t", url: "u" }] }, "text"],
    durationSeconds: 1.5,
  }),
  result({ status: 200, json: "{}" }),
];

const assistants: readonly JsonObject[] = [
  reply([{ type: "text", text: "hi" }]),
  reply([
    { type: "thinking", thinking: "", signature: "sig" },
    { type: "redacted_thinking", data: "d" },
  ]),
  reply([{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" }, caller: { type: "direct" } }]),
  reply([{ type: "web_search_tool_result", tool_use_id: "x", content: { type: "error", error_code: "e" } }]),
];

const systems: readonly JsonObject[] = [
  system({ content: "Running hook", level: "info", toolUseID: "toolu_1" }),
  system({
    subtype: "compact_boundary",
    content: "c",
    compactMetadata: { trigger: "auto", preTokens: 1, preservedMessages: { anchorUuid: "a", uuids: [] } },
  }),
  system({
    subtype: "api_error",
    error: { cause: { code: "x", errno: 0 } },
    retryInMs: 1.5,
    retryAttempt: 1,
    maxRetries: 10,
  }),
  system({
    subtype: "stop_hook_summary",
    hookInfos: [{ command: "c", durationMs: 1 }],
    hookErrors: ["e"],
    hasOutput: false,
  }),
];

const attachments: readonly JsonObject[] = [
  attached({ type: "plan_mode", reminderType: "full", isSubAgent: false, planFilePath: "/p", planExists: false }),
  attached({ type: "queued_command", prompt: [{ type: "text", text: "t" }], commandMode: "prompt" }),
  attached({ type: "hook_blocking_error", hookName: "Stop", blockingError: { blockingError: "no", command: "c" } }),
];

const progresses: readonly JsonObject[] = [
  progress({ type: "bash_progress", output: "", fullOutput: "", elapsedTimeSeconds: 3, totalLines: 1 }),
  progress({ type: "mcp_progress", status: "completed", serverName: "s", toolName: "t", elapsedTimeMs: 2 }),
  progress({ type: "agent_progress", prompt: "p", message: { type: "user", message: { role: "user", content: "x" } } }),
];

const stateLines: readonly JsonObject[] = [
  { type: "saved_hook_context", uuid: "u", timestamp: at, content: ["c"], hookEvent: "SessionStart" },
  {
    type: "queue-operation",
    operation: "enqueue",
    timestamp: at,
    sessionId: "s",
    content: [{ type: "text", text: "t" }],
  },
  { type: "queue-operation", operation: "popAll", timestamp: at, sessionId: "s", content: "t" },
  {
    type: "file-history-snapshot",
    messageId: "m",
    snapshot: {
      messageId: "m",
      trackedFileBackups: { "a.ts": { backupFileName: null, version: 1, backupTime: at } },
      timestamp: at,
    },
    isSnapshotUpdate: false,
  },
  {
    type: "file-history-delta",
    messageId: "m",
    trackingPath: "a.ts",
    backup: { backupFileName: "f@v1", version: 1 },
    timestamp: at,
  },
  {
    type: "api-request",
    id: "r",
    keep: 0,
    tail: ["h"],
    params: { model: "m" },
    cacheControl: [{ path: ["system", 0], value: { type: "ephemeral" } }],
  },
  {
    type: "api-request-shape",
    shapeHash: "h",
    shape: { system: [{ type: "text", text: "t" }], tools: [{ name: "n", input_schema: {} }] },
  },
  { type: "api-request-blob", hash: "h", message: { role: "system", content: "t" } },
  { type: "summary", summary: "s", leafUuid: "u" },
  { type: "task-summary", summary: "s", sessionId: "s", timestamp: at },
  { type: "custom-title", customTitle: "t", sessionId: "s" },
  { type: "ai-title", aiTitle: "t", sessionId: "s" },
  { type: "agent-name", agentName: "n", sessionId: "s" },
  { type: "agent-color", agentColor: "blue", sessionId: "s" },
  { type: "agent-setting", agentSetting: "a", sessionId: "s" },
  { type: "tag", tag: "t", sessionId: "s" },
  { type: "last-prompt", lastPrompt: "p", leafUuid: null, explicit: true, sessionId: "s" },
  { type: "mode", mode: "normal", sessionId: "s" },
  { type: "permission-mode", permissionMode: "plan", sessionId: "s" },
  { type: "atis-latch", atis: "", sessionId: "s" },
  { type: "tools-used", tools: ["Bash"], sessionId: "s" },
  { type: "cost-state", sessionId: "s", totalCostUSD: 0.5, modelUsage: { m: { inputTokens: 1, costUSD: 0.5 } } },
  { type: "pr-link", sessionId: "s", prNumber: 1, prUrl: "u", prRepository: "o/r", timestamp: at },
  { type: "bridge-session", sessionId: "s", bridgeSessionId: "b", lastSequenceNum: 0 },
  { type: "frame-link", sessionId: "s", path: "/p", frameUrl: "u", timestamp: at },
  { type: "fork-context-ref", agentId: "a", parentSessionId: "s", parentLastUuid: "u", contextLength: 2 },
  { type: "worktree-state", sessionId: "s", worktreeSession: null },
  {
    type: "worktree-state",
    sessionId: "s",
    worktreeSession: { originalCwd: "/w", worktreePath: "/w/t", worktreeName: "t" },
  },
  {
    type: "content-replacement",
    sessionId: "s",
    replacements: [{ kind: "tool-result", toolUseId: "t", replacement: "r" }],
  },
  { type: "attribution-snapshot", messageId: "m", surface: "cli", fileStates: {}, promptCount: 1 },
  { type: "artifact-comment-monitor", sessionId: "s", v: 1, artifacts: {} },
  { type: "artifact-autoreact-ledger", sessionId: "s", v: 1, accountUuid: "a", artifacts: {} },
  { type: "relocated", relocatedCwd: "/w", sessionId: "s" },
  { type: "continued-in", timestamp: at, sessionId: "s", continuedInSessionId: "t" },
  { type: "started", key: "k", agentId: "a" },
  { type: "result", key: "k", agentId: "a", result: { any: 1 } },
  { type: "failed", key: "k", agentId: "a" },
  named("resume-head-vouch"),
  named("data-flow-records"),
  named("data-flow-incomplete"),
  named("derived-from"),
  named("ended-by-model"),
  named("history-suppression"),
  named("isolation-latch"),
  named("session-owner"),
  named("dev-mods"),
  named("memory-mode"),
  named("observer-ref"),
  named("repl-mode"),
  named("speculation-accept"),
  named("marble-origami-commit"),
  named("marble-origami-snapshot"),
  named("marble-origami-reset"),
];

export const handMadeLines: readonly JsonObject[] = [
  ...users,
  ...assistants,
  ...systems,
  ...attachments,
  ...progresses,
  ...stateLines,
];
