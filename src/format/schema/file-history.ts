// Nothing in -> the shapes of the lines that point at backups of edited files.
import { nullable, object, optional, record, string } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString } from "./maybe.ts";

/** A null name: the file did not exist yet. */
const backup = object({
  backupFileName: optional(nullable(string)),
  version: maybeNumber,
  backupTime: maybeString,
  realParentDir: maybeString,
});

export const fileHistorySnapshot = object({
  messageId: maybeString,
  snapshot: optional(
    object({ messageId: maybeString, timestamp: maybeString, trackedFileBackups: optional(record(backup)) }),
  ),
  isSnapshotUpdate: maybeBoolean,
  sessionId: maybeString,
  agentId: maybeString,
});

export const fileHistoryDelta = object({
  messageId: maybeString,
  snapshotMessageId: maybeString,
  trackingPath: maybeString,
  backup: optional(backup),
  timestamp: maybeString,
  sessionId: maybeString,
});
