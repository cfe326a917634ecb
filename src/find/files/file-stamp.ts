// Logs and backups as they stand on disk -> stamps that change when they do; files are looked at, never read.
import { createHash } from "node:crypto";
import { type Stats, lstatSync } from "node:fs";
import { join } from "node:path";
import { type OrderedEvent, isBackupName } from "../../graph/index.ts";
import { type FileFacts, checksum, listFolder, systemCode } from "../../store/index.ts";
import { isUuid } from "../../format/index.ts";

/** A file that changed later than this before we looked may change again without a sign. */
const freshMs = 2000;

/** Undefined for a log that cannot be relied on to stay as it is. */
export function logStamp({ device, inode, sizeBytes, modifiedMs }: FileFacts, nowMs: number): string | undefined {
  return modifiedMs >= nowMs - freshMs ? undefined : `${device}:${inode}:${sizeBytes}:${modifiedMs}`;
}

/** Of all that an answer is made of: the logs in their order, and the folders of backups. */
export function stateOf(
  logs: readonly FileFacts[],
  { homes, nowMs }: { readonly homes: readonly string[]; readonly nowMs: number },
): string | undefined {
  const parts: string[] = [];
  for (const log of logs) {
    const stamp = logStamp(log, nowMs);
    if (stamp === undefined) return undefined;
    parts.push(`${log.path}\0${log.realPath}\0${stamp}`);
  }
  for (const home of homes) {
    for (const [name, stats] of backupFolders(join(home, "file-history"))) {
      if (stats.mtimeMs >= nowMs - freshMs) return undefined;
      parts.push(`${home}\0${name}\0${stats.ino}:${stats.mtimeMs}`);
    }
  }
  // Two sums that have little to do with each other; a better one takes longer to load than all of this.
  return [parts.length, checksum(parts.join("\n")), checksum(parts.reverse().join("\n"))].join(" ");
}

function* backupFolders(folder: string): Generator<readonly [string, Stats], void, undefined> {
  for (const name of namesIn(folder)) {
    const stats = statsOf(join(folder, name));
    if (stats !== undefined) yield [name, stats];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return listFolder(folder)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** Of one group of events: the same as long as their lines, and the backups that they name, are the same. */
export function groupMark(
  group: readonly OrderedEvent[],
  { homes, stampOf }: { readonly homes: readonly string[]; readonly stampOf: (log: string) => string },
): string {
  const hash = createHash("sha1");
  for (const { path, key, timeMs, session, agent, client, call, id, act, at, sessions } of group) {
    const place = [at.log, at.offset, at.length, call?.at.offset, call?.at.length, call?.tool];
    hash.update(JSON.stringify([path, key, timeMs, session, agent, client, id, act, sessions, place, stampOf(at.log)]));
    if (act.kind === "backup" && act.name !== undefined) hash.update(backupStamp(homes, sessions, act.name));
  }
  return hash.digest("base64");
}

function backupStamp(homes: readonly string[], sessions: readonly string[], name: string): string {
  if (!isBackupName(name)) return "";
  const stamps = sessions.filter(isUuid).flatMap((session) =>
    homes.map((home) => {
      const stats = statsOf(join(home, "file-history", session, name));
      return stats === undefined ? "-" : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
    }),
  );
  return stamps.join("\n");
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
