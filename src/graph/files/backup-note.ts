// A line of the file history -> the backups that it tells of, each with the moment it was made.
import { type JsonObject, field, isObject, objectField, stringField, timestampMs } from "../../format/index.ts";

export type BackupNote = {
  readonly path: string;
  /** Absent: the file did not exist. */
  readonly name: string | undefined;
  readonly timeMs: number | undefined;
  /** The entry of the call that it was made for. */
  readonly callEntry: string | undefined;
  /** The same wherever the backup is told of again. */
  readonly id: string;
};

export function backupNotes(
  type: "file-history-snapshot" | "file-history-delta",
  raw: JsonObject,
): readonly BackupNote[] {
  if (type === "file-history-delta") {
    const path = stringField(raw, "trackingPath");
    const backup = objectField(raw, "backup");
    return path === undefined || backup === undefined ? [] : noteOf(path, backup, stringField(raw, "messageId"));
  }
  const snapshot = objectField(raw, "snapshot");
  const tracked = snapshot === undefined ? undefined : objectField(snapshot, "trackedFileBackups");
  if (tracked === undefined) return [];
  const callEntry = field(raw, "isSnapshotUpdate") === true ? stringField(raw, "messageId") : undefined;
  // A snapshot repeats backups that are still good: their own time tells when the bytes were seen.
  return Object.entries(tracked).flatMap(([path, backup]) => (isObject(backup) ? noteOf(path, backup, callEntry) : []));
}

function noteOf(path: string, backup: JsonObject, callEntry: string | undefined): readonly BackupNote[] {
  const name = field(backup, "backupFileName");
  if (name !== null && (typeof name !== "string" || !isBackupName(name))) return [];
  const time = stringField(backup, "backupTime");
  const id = `${name ?? "none"}:${time ?? ""}:${path}`;
  return [{ path, name: name ?? undefined, timeMs: timestampMs(time), callEntry, id }];
}

/** Looked up in the session's own folder, so it must not lead anywhere else. */
export const isBackupName = (name: string): boolean => /^[0-9a-f]{16}@v\d{1,9}$/.test(name);
