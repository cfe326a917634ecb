// Deeds of a simulated session -> the lines that its client writes, in the shapes of its version.
import { createHash } from "node:crypto";
import type { ClientVersion } from "./simulated-tool.ts";

export type LogWriter = {
  readonly path: string;
  readonly version: ClientVersion;
  readonly session: string;
  readonly cwd: string;
  readonly agent: string | undefined;
  readonly lines: string[];
  parent: string | null;
};

export type Ids = { readonly uuid: () => string; readonly call: () => string; readonly message: () => string };

export function idsFrom(below: (end: number) => number): Ids {
  let count = 0;
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join("");
  return {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${(count++).toString(16).padStart(12, "0")}`,
    call: () => `toolu_01${hex(8)}${count++}`,
    message: () => `msg_01${hex(8)}${count++}`,
  };
}

export const iso = (timeMs: number): string => new Date(timeMs).toISOString();

function envelope(log: LogWriter, uuid: string, timeMs: number): Record<string, unknown> {
  return {
    parentUuid: log.parent,
    isSidechain: log.agent !== undefined,
    userType: "external",
    cwd: log.cwd,
    sessionId: log.session,
    version: log.version,
    gitBranch: "main",
    ...(log.agent === undefined ? {} : { agentId: log.agent }),
    uuid,
    timestamp: iso(timeMs),
  };
}

function append(log: LogWriter, uuid: string, entry: Record<string, unknown>): string {
  log.lines.push(JSON.stringify(entry));
  log.parent = uuid;
  return uuid;
}

export function writePrompt(
  log: LogWriter,
  text: string,
  { uuid, timeMs }: { readonly uuid: string; readonly timeMs: number },
): string {
  return append(log, uuid, { ...envelope(log, uuid, timeMs), type: "user", message: { role: "user", content: text } });
}

export type LoggedCall = { readonly id: string; readonly name: string; readonly input: Record<string, unknown> };

export function writeCall(
  log: LogWriter,
  call: LoggedCall,
  at: { readonly uuid: string; readonly timeMs: number; readonly message: string },
): string {
  const message = {
    id: at.message,
    type: "message",
    role: "assistant",
    model: "claude-test-1",
    content: [{ type: "tool_use", ...call }],
    stop_reason: log.version === "2.1.45" ? null : "tool_use",
    usage: { input_tokens: 3, output_tokens: 9 },
  };
  return append(log, at.uuid, { ...envelope(log, at.uuid, at.timeMs), type: "assistant", requestId: "req_1", message });
}

export type LoggedResult = {
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
  readonly result: unknown;
  readonly source: string;
};

export function writeResult(
  log: LogWriter,
  { callId, text, isError, result, source }: LoggedResult,
  at: { readonly uuid: string; readonly timeMs: number },
): string {
  const block = { tool_use_id: callId, type: "tool_result", content: text, ...(isError ? { is_error: true } : {}) };
  // Agents of newer clients leave the structured result out.
  const isTold = log.agent === undefined || log.version === "2.0.36" || log.version === "1.0.108";
  return append(log, at.uuid, {
    ...envelope(log, at.uuid, at.timeMs),
    type: "user",
    message: { role: "user", content: [block] },
    ...(isTold && result !== undefined ? { toolUseResult: result } : {}),
    ...(log.version === "2.1.45" || log.version === "2.1.325" ? { sourceToolAssistantUUID: source } : {}),
  });
}

export function writeAttachment(
  log: LogWriter,
  attachment: Record<string, unknown>,
  at: { readonly uuid: string; readonly timeMs: number },
): string {
  return append(log, at.uuid, { ...envelope(log, at.uuid, at.timeMs), type: "attachment", attachment });
}

export type Backup = { readonly backupFileName: string | null; readonly version: number; readonly backupTime: string };

export function backupName(path: string, version: number): string {
  return `${createHash("sha256").update(path).digest("hex").slice(0, 16)}@v${version}`;
}

/** Paths below the session's folder are told relative to it. */
export function trackingPath(log: LogWriter, path: string): string {
  const separator = log.cwd.includes("\\") ? "\\" : "/";
  return path.startsWith(`${log.cwd}${separator}`) ? path.slice(log.cwd.length + 1) : path;
}

export function writeSnapshot(
  log: LogWriter,
  tracked: ReadonlyMap<string, Backup>,
  at: {
    readonly messageId: string;
    readonly snapshotId: string;
    readonly timeMs: number;
    readonly kind: "new" | "update";
  },
): void {
  const trackedFileBackups = Object.fromEntries(
    [...tracked].map(([path, backup]) => [trackingPath(log, path), backup]),
  );
  log.lines.push(
    JSON.stringify({
      type: "file-history-snapshot",
      messageId: at.messageId,
      snapshot: { messageId: at.snapshotId, trackedFileBackups, timestamp: iso(at.timeMs) },
      isSnapshotUpdate: at.kind === "update",
    }),
  );
}

export function writeDelta(
  log: LogWriter,
  { path, backup }: { readonly path: string; readonly backup: Backup },
  at: { readonly messageId: string; readonly snapshotId: string; readonly timeMs: number },
): void {
  log.lines.push(
    JSON.stringify({
      type: "file-history-delta",
      messageId: at.messageId,
      snapshotMessageId: at.snapshotId,
      trackingPath: trackingPath(log, path),
      backup: { ...backup, realParentDir: log.cwd },
      timestamp: iso(at.timeMs),
    }),
  );
}
