// A line of the file history -> the backups that it tells of, each with the moment it was made.
import { type JsonObject, field, isObject, objectField, stringField, timestampMs } from "../../format/index.ts";

export type BackupNote = {
  readonly path: string;
  /** Absent: the file did not exist. */
  readonly name: string | undefined;
  readonly timeMs: number | undefined;
  /** When a prompt's snapshot named it: the file was compared with it then, if it was made before. */
  readonly seenMs: number | undefined;
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
    return path === undefined || backup === undefined
      ? []
      : noteOf(path, backup, { callEntry: stringField(raw, "messageId"), seenMs: undefined });
  }
  const snapshot = objectField(raw, "snapshot");
  const tracked = snapshot === undefined ? undefined : objectField(snapshot, "trackedFileBackups");
  if (tracked === undefined) return [];
  const isUpdate = field(raw, "isSnapshotUpdate") === true;
  const found = {
    callEntry: isUpdate ? stringField(raw, "messageId") : undefined,
    seenMs: isUpdate || snapshot === undefined ? undefined : timestampMs(stringField(snapshot, "timestamp")),
  };
  // A snapshot repeats backups that are still good: their own time tells when the bytes were first seen.
  return Object.entries(tracked).flatMap(([path, backup]) => (isObject(backup) ? noteOf(path, backup, found) : []));
}

function noteOf(
  path: string,
  backup: JsonObject,
  found: Pick<BackupNote, "callEntry" | "seenMs">,
): readonly BackupNote[] {
  const name = field(backup, "backupFileName");
  if (name !== null && (typeof name !== "string" || !isBackupName(name))) return [];
  const time = stringField(backup, "backupTime");
  const id = `${name ?? "none"}:${time ?? ""}:${path}`;
  return [{ path, name: name ?? undefined, timeMs: timestampMs(time), ...found, id }];
}

/** Looked up in the session's own folder, so it must not lead anywhere else. */
export const isBackupName = (name: string): boolean => /^[0-9a-f]{16}@v\d{1,9}$/.test(name);
