// Config homes -> events of every log in them as it grows: hints say where to look first, looking again and again is the truth.
import { dirname, sep } from "node:path";
import { systemCode } from "../../store/index.ts";
import type { Clock } from "../clock.ts";
import { type LiveDisk, nodeLiveDisk } from "../live-disk.ts";
import { type Followed, cursorOf } from "./followed.ts";
import { type Desk, followers } from "./followers.ts";
import { type Folder, folders } from "./folders.ts";
import { homes } from "./homes.ts";
import { type TailLimits, defaultLimits } from "./limits.ts";
import { type Root, logAt } from "./log-place.ts";
import type { Cursor, Start, TailEvent, TailedFile } from "./tail-event.ts";
import { watches } from "./watches.ts";

export type TailOptions = {
  readonly homes: readonly string[];
  readonly clock: Clock;
  /** Called from timers and from `sweep`, never while another call of it runs. */
  readonly onEvent: (event: TailEvent) => void;
  /** Where to start in files that are there at the start: without it, at their end. Later ones are read whole. */
  readonly startAt?: (file: Omit<TailedFile, "id">) => Start;
  /** Until then others have the machine: of a large tree the rest is looked at later. */
  readonly until?: Promise<void>;
  readonly disk?: LiveDisk;
  readonly limits?: Partial<TailLimits>;
};

export type Tail = {
  /** Looks at every folder and file now, and reads all there is. */
  readonly sweep: () => void;
  readonly cursors: () => readonly Cursor[];
  readonly close: () => void;
};

export function openTail(options: TailOptions): Tail {
  const { clock, onEvent, startAt = () => "end" as const, disk = nodeLiveDisk } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const news: TailEvent[] = [];
  const unreadable = new Set<string>();
  const dueFiles = new Set<Followed>();
  const dueFolders = new Set<Folder>();
  const waiting = new Set<Folder>();
  const unmet = new Map<string, Root>();
  const vacant = new Map<string, Root>();
  let isReady = false;
  let isClosed = false;
  let isHeld = options.until !== undefined;
  let startLooks = 0;
  let homesAtMs = -Infinity;
  let roots: readonly Root[] = [];
  let cancelBeat = (): void => undefined;
  let cancelSlice: (() => void) | undefined;

  const tell = (event: TailEvent): void => void news.push(event);
  const desk: Desk = {
    disk,
    clock,
    limits,
    tell,
    trouble(path, error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      if (unreadable.has(path)) return;
      unreadable.add(path);
      tell({ kind: "unreadable", path, code });
    },
    fine(path) {
      if (unreadable.delete(path)) tell({ kind: "readable", path });
    },
    vacated(path) {
      const root = tree.at(dirname(path))?.root;
      if (root !== undefined) vacant.set(path, root);
    },
  };
  const watching = watches(disk, limits.watches, (code) => tell({ kind: "watching-limited", code }));
  const home = homes(options.homes, desk);
  const files = followers(desk, home.isAway);
  const tree = folders(desk, watching, {
    onLog: meet,
    onMissing(path) {
      const one = files.at(path);
      if (one !== undefined) dueFiles.add(one);
    },
    onFolder: (folder) => void dueFolders.add(folder),
    onHint,
  });

  function meet(path: string, root: Root): void {
    const known = files.at(path);
    if (known !== undefined) {
      if (known.missingSinceMs !== undefined) dueFiles.add(known);
      return;
    }
    const log = logAt(path, root);
    if (log === undefined) return;
    const one = files.meet(log, isReady ? "beginning" : startAt(log));
    if (one !== undefined) dueFiles.add(one);
    // Its folder will not tell of it again.
    if (one === undefined && unreadable.has(path)) unmet.set(path, root);
    else unmet.delete(path);
  }

  function touch(path: string): void {
    const folder = tree.at(path);
    if (folder === undefined) return;
    folder.isHinted = true;
    dueFolders.add(folder);
  }

  function onHint(folder: Folder, name: string | undefined): void {
    const one = name === undefined ? undefined : files.at(`${folder.path}${sep}${name}`);
    if (one === undefined) touch(folder.path);
    else dueFiles.add(one);
    soon(limits.hintMs);
  }

  function soon(delayMs: number): void {
    if (isClosed) return;
    cancelSlice ??= clock.after(delayMs, () => {
      cancelSlice = undefined;
      if (slice()) soon(isReady ? 0 : limits.startRestMs);
    });
  }

  function beat(): void {
    visitHomes();
    // Until then all are due anyway, each once: whoever looked again and again would never come to an end.
    if (isReady) {
      for (const folder of tree.due()) dueFolders.add(folder);
      for (const one of files.due()) dueFiles.add(one);
    }
    if (slice()) soon(isReady ? 0 : limits.startRestMs);
    if (!isClosed) cancelBeat = clock.after(limits.beatMs, beat);
  }

  function visitHomes(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs - homesAtMs < limits.foldersEveryMs) return;
    homesAtMs = nowMs;
    const now = home.visit();
    for (const root of roots) if (!now.some(({ path }) => path === root.path)) tree.drop(root.path);
    for (const root of now) tree.add(root.path, root, 0);
    roots = now;
    for (const [path, root] of unmet) meet(path, root);
  }

  /** A bounded share of the work; true when some is left. */
  function slice(): boolean {
    // Once all is found there is nothing to hold up: what grows is told.
    if (isHeld && !isReady && startLooks >= limits.startLooks) return true;
    let looks = 0;
    let bytes = 0;
    const untilMs = clock.monotonicMs() + limits.sliceMs;
    const isFull = (): boolean =>
      looks >= limits.sliceLooks || bytes >= limits.sliceBytes || clock.monotonicMs() > untilMs;
    for (const folder of dueFolders) {
      if (isFull()) break;
      looks += 1;
      dueFolders.delete(folder);
      const before = folder.readAtMs;
      later(folder, tree.visit(folder));
      // Listing costs as much as looking at a tenth of what is listed.
      if (folder.readAtMs !== before) looks += folder.logs.size / 10;
    }
    for (const one of dueFiles) {
      if (isFull()) break;
      looks += 1;
      dueFiles.delete(one);
      const { readBytes, hasMore } = files.visit(one);
      bytes += readBytes;
      // Behind the others: nobody waits for a long file.
      if (hasMore) dueFiles.add(one);
    }
    for (const [path, root] of vacant) {
      vacant.delete(path);
      meet(path, root);
    }
    startLooks += looks;
    const isLeft = dueFolders.size > 0 || dueFiles.size > 0;
    if (!isLeft && !isReady) {
      isReady = true;
      tell({ kind: "ready", files: files.all().length });
    }
    flush();
    return isLeft && !isClosed;
  }

  function later(folder: Folder, delayMs: number | undefined): void {
    if (delayMs === undefined || waiting.has(folder)) return;
    waiting.add(folder);
    clock.after(delayMs, () => {
      waiting.delete(folder);
      dueFolders.add(folder);
      soon(0);
    });
  }

  function flush(): void {
    for (const event of news.splice(0)) if (!isClosed) onEvent(event);
  }

  void options.until?.then(() => {
    isHeld = false;
  });
  cancelBeat = clock.after(0, beat);
  return {
    sweep() {
      homesAtMs = -Infinity;
      isHeld = false;
      visitHomes();
      for (const folder of tree.all()) dueFolders.add(folder);
      while (dueFolders.size > 0 && !isClosed) slice();
      for (const one of files.all()) dueFiles.add(one);
      while (!isClosed && slice());
    },
    cursors: () => files.all().map(cursorOf),
    close() {
      isClosed = true;
      cancelBeat();
      cancelSlice?.();
      watching.close();
      files.close();
    },
  };
}
