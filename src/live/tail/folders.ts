// The folders of the config homes -> the logs that stand in them; a folder is listed again only when it changed or was hinted at.
import { dirname, sep } from "node:path";
import type { Look } from "../live-disk.ts";
import type { Desk } from "./followers.ts";
import { type Root, canHoldLogs } from "./log-place.ts";
import { type Ring, ring } from "./ring.ts";
import type { Watches } from "./watches.ts";

export type Folder = {
  readonly path: string;
  readonly root: Root;
  readonly depth: number;
  seen: Look | undefined;
  isSettled: boolean;
  /** Somebody said that something happened here, though the folder may look the same. */
  isHinted: boolean;
  changedAtMs: number;
  readAtMs: number;
  /** Of its logs, by path. */
  logs: ReadonlySet<string>;
};

export type FolderNews = {
  /** A log's path, at every listing. */
  readonly onLog: (path: string, root: Root) => void;
  /** A log that was there, or whose folder was, is no longer listed. */
  readonly onMissing: (path: string) => void;
  readonly onFolder: (folder: Folder) => void;
  readonly onHint: (folder: Folder, name: string | undefined) => void;
};

export type Folders = {
  readonly add: (path: string, root: Root, depth: number) => void;
  readonly at: (path: string) => Folder | undefined;
  /** In how many milliseconds it wants to be visited again, if it does. */
  readonly visit: (folder: Folder) => number | undefined;
  readonly drop: (path: string) => void;
  readonly due: () => readonly Folder[];
  readonly all: () => readonly Folder[];
};

const coldAfterMs = 600_000;
/** A large folder that keeps changing is not listed again before its listing has paid for itself. */
const pauseMsPerName = 0.02;

export function folders(desk: Desk, watches: Watches, news: FolderNews): Folders {
  const { disk, clock, limits } = desk;
  const byPath = new Map<string, Folder>();
  const hot: Ring<Folder> = ring();
  const cold: Ring<Folder> = ring();

  function add(path: string, root: Root, depth: number): void {
    if (byPath.has(path)) return;
    const nowMs = clock.monotonicMs();
    const logs: ReadonlySet<string> = new Set();
    const folder: Folder = {
      path,
      root,
      depth,
      seen: undefined,
      isSettled: false,
      isHinted: true,
      changedAtMs: nowMs,
      readAtMs: -Infinity,
      logs,
    };
    byPath.set(path, folder);
    hot.add(folder);
    news.onFolder(folder);
  }

  function visit(folder: Folder): number | undefined {
    if (byPath.get(folder.path) !== folder) return undefined;
    try {
      // Project folders and what is above them may be links; a folder further down that became one is no longer there.
      const look = folder.depth <= 1 ? disk.lookBehindLink(folder.path) : disk.look(folder.path);
      if (look?.kind === "folder") return lookInto(folder, look);
      drop(folder.path);
    } catch (error) {
      desk.trouble(folder.path, error);
    }
    return undefined;
  }

  function lookInto(folder: Folder, look: Look): number | undefined {
    const nowMs = clock.monotonicMs();
    const { seen } = folder;
    const isSameFolder = seen?.inode === look.inode && seen.device === look.device;
    const isSame = isSameFolder && seen.modifiedMs === look.modifiedMs && seen.changedMs === look.changedMs;
    sort(folder, nowMs);
    const isTime = !folder.isSettled && nowMs - folder.changedAtMs >= limits.settleMs;
    if (isSame && !folder.isHinted && !isTime) return undefined;
    const pauseMs = folder.readAtMs + folder.logs.size * pauseMsPerName - nowMs;
    if (pauseMs > 0) return pauseMs;
    if (!isSameFolder) watches.remove(folder.path);
    // Watched before it is listed: what comes in between is hinted at.
    watches.add(folder.path, (name) => news.onHint(folder, name));
    const isNews = !isSame || folder.isHinted;
    if (isNews) folder.changedAtMs = nowMs;
    folder.isSettled = !isNews;
    folder.isHinted = false;
    folder.seen = look;
    folder.readAtMs = nowMs;
    readFolder(folder);
    return undefined;
  }

  function sort(folder: Folder, nowMs: number): void {
    const isCold = nowMs - folder.changedAtMs > coldAfterMs;
    (isCold ? hot : cold).remove(folder);
    (isCold ? cold : hot).add(folder);
  }

  function readFolder(folder: Folder): void {
    const listed = disk.list(folder.path);
    if (listed === undefined) return drop(folder.path);
    desk.fine(folder.path);
    const logs = new Set<string>();
    for (const { name, kind } of listed) {
      const path = `${folder.path}${sep}${name}`;
      if (kind === "file" && name.endsWith(".jsonl")) logs.add(path);
      else if (isEntered(folder, { name, kind, path })) add(path, folder.root, folder.depth + 1);
    }
    const before = folder.logs;
    folder.logs = logs;
    for (const path of logs) news.onLog(path, folder.root);
    for (const path of before) if (!logs.has(path)) news.onMissing(path);
  }

  type Item = { readonly name: string; readonly kind: Look["kind"]; readonly path: string };

  function isEntered({ depth, root }: Folder, { name, kind, path }: Item): boolean {
    if (kind !== "folder" && kind !== "link") return false;
    if (!canHoldLogs(name, depth, root)) return false;
    // A linked project folder is followed, links further down are not: they could lead anywhere.
    return kind === "folder" || (depth === 0 && disk.lookBehindLink(path)?.kind === "folder");
  }

  function drop(path: string): void {
    const folder = byPath.get(path);
    if (folder === undefined) return;
    byPath.delete(path);
    hot.remove(folder);
    cold.remove(folder);
    watches.remove(path);
    for (const log of folder.logs) news.onMissing(log);
    for (const other of byPath.keys()) if (dirname(other) === path) drop(other);
  }

  const share = (from: Ring<Folder>, everyMs: number): number => Math.ceil((from.size() * limits.beatMs) / everyMs);

  return {
    add,
    at: (path) => byPath.get(path),
    visit,
    drop,
    due: () => [...hot.next(share(hot, limits.foldersEveryMs)), ...cold.next(share(cold, limits.coldFoldersEveryMs))],
    all: () => [...byPath.values()],
  };
}
