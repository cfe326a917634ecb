// Edits and prompts of a simulated terminal session -> its file history: lines in its log, and backup files.
import { type Backup, type LogWriter, backupName, iso, writeDelta, writeSnapshot } from "./simulated-log.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";

export type BackupStore = Map<string, Buffer>;
export const backupKey = (session: string, name: string): string => `${session}/${name}`;

export type FileHistoryKeeper = {
  /** At each prompt: every file that was tracked so far is looked at. */
  readonly snapshot: (promptId: string) => void;
  /** Before a file is changed by a call. */
  readonly track: (path: string, callEntry: string) => void;
  /** What the files were at a prompt, put back on disk. */
  readonly restore: (promptId: string) => void;
};

type Snapshot = { readonly promptId: string; readonly timeMs: number; readonly backups: Map<string, Backup> };

export function fileHistoryKeeper(log: LogWriter, disk: SimulatedDisk, store: BackupStore): FileHistoryKeeper {
  let count = 0;
  const snapshots: Snapshot[] = [];

  function backUp(path: string, version: number): Backup {
    const bytes = disk.read(path);
    const backupTime = iso(disk.now());
    if (bytes === undefined) return { backupFileName: null, version, backupTime };
    const name = backupName(path, version);
    store.set(backupKey(log.session, name), copyOf(bytes));
    return { backupFileName: name, version, backupTime };
  }

  /** Older clients copy text, not bytes. */
  const copyOf = (bytes: Buffer): Buffer => (log.version === "2.1.325" ? bytes : Buffer.from(bytes.toString("utf8")));

  function isUnchanged(path: string, { backupFileName }: Backup): boolean {
    const bytes = disk.read(path);
    const copy = backupFileName === null ? undefined : store.get(backupKey(log.session, backupFileName));
    return bytes !== undefined && copy !== undefined && copyOf(bytes).equals(copy);
  }

  return {
    snapshot(promptId) {
      const last = snapshots.at(-1);
      const backups = new Map<string, Backup>();
      for (const [path, backup] of last?.backups ?? [])
        backups.set(path, isUnchanged(path, backup) ? backup : backUp(path, backup.version + 1));
      snapshots.push({ promptId, timeMs: disk.now(), backups });
      writeSnapshot(log, backups, { messageId: promptId, snapshotId: promptId, timeMs: disk.now(), kind: "new" });
      disk.advance(1);
    },
    track(path, callEntry) {
      const last = snapshots.at(-1);
      if (last === undefined || last.backups.has(path)) return;
      const backup = backUp(path, 1);
      last.backups.set(path, backup);
      const at = { messageId: callEntry, snapshotId: last.promptId, timeMs: last.timeMs };
      if (log.version === "2.1.325") writeDelta(log, { path, backup }, { ...at, timeMs: disk.now() });
      else writeSnapshot(log, last.backups, { ...at, kind: "update" });
      // Often within the same millisecond as the change itself.
      disk.advance(count++ % 2);
    },
    restore(promptId) {
      const target = snapshots.find((snapshot) => snapshot.promptId === promptId);
      const newest = snapshots.at(-1);
      if (target === undefined || newest === undefined) return;
      for (const path of newest.backups.keys()) {
        const backup = target.backups.get(path) ?? firstOf(path);
        if (backup === undefined) continue;
        const { backupFileName: name } = backup;
        const bytes = name === null ? undefined : store.get(backupKey(log.session, name));
        if (name !== null && bytes === undefined) continue;
        disk.change(path, bytes, "unlogged");
      }
      disk.advance(2);
    },
  };

  function firstOf(path: string): Backup | undefined {
    for (const { backups } of snapshots) {
      const backup = backups.get(path);
      if (backup?.version === 1) return backup;
    }
    return undefined;
  }
}
