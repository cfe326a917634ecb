// Paths of logs -> lines told once and in order, through growth, cuts, replacement, moves and loss; looks only where it is sent.
import { systemCode } from "../../store/index.ts";
import type { Clock } from "../clock.ts";
import type { LiveDisk, Look } from "../live-disk.ts";
import { descriptors } from "./descriptors.ts";
import { fileTable } from "./file-table.ts";
import { type Followed, followed, isFileOf, isUnchanged } from "./followed.ts";
import type { TailLimits } from "./limits.ts";
import { startFollowing } from "./start.ts";
import { continues, readOn } from "./read-on.ts";
import type { Start, TailEvent, TailedFile } from "./tail-event.ts";

export type Desk = {
  readonly disk: LiveDisk;
  readonly clock: Clock;
  readonly limits: TailLimits;
  readonly tell: (event: TailEvent) => void;
  readonly trouble: (path: string, error: unknown) => void;
  readonly fine: (path: string) => void;
  /** A log left this path: something else may stand there. */
  readonly vacated: (path: string) => void;
};

/** What one look cost. */
export type Visit = { readonly readBytes: number; readonly hasMore: boolean };

export type Followers = {
  /** A log stands at that path: follows it, unless it is followed already. */
  readonly meet: (file: Omit<TailedFile, "id">, start: Start) => Followed | undefined;
  readonly at: (path: string) => Followed | undefined;
  readonly visit: (one: Followed) => Visit;
  readonly due: () => readonly Followed[];
  readonly all: () => readonly Followed[];
  readonly close: () => void;
};

const nothing: Visit = { readBytes: 0, hasMore: false };

export function followers(desk: Desk, isAway: (home: string) => boolean): Followers {
  const { disk, clock, limits, tell } = desk;
  const table = fileTable(limits);
  const held = descriptors(disk, Math.max(1, limits.openFiles));
  let lastId = 0;

  function visit(one: Followed): Visit {
    if (one.isForgotten) return nothing;
    // Another log took its path and it has not turned up yet.
    if (table.at(one.file.path) !== one) return lose(one);
    try {
      const look = disk.look(one.file.path);
      const seen =
        look?.kind === "file" ? (isFileOf(one, look) ? lookInto(one, look) : meetStranger(one, look)) : lose(one);
      if (table.sort(one, clock.monotonicMs()) && seen === nothing) held.release(one.file.id);
      return seen;
    } catch (error) {
      // What is shut for a while may be read on; what fails must be opened anew.
      if (!isShut(error)) held.release(one.file.id);
      desk.trouble(one.file.path, error);
      return nothing;
    }
  }

  function lookInto(one: Followed, look: Look): Visit {
    const nowMs = clock.monotonicMs();
    one.missingSinceMs = undefined;
    one.doubtedSinceMs = undefined;
    const isSame = isUnchanged(one, look);
    if (isSame && !one.hasMore && (one.isSettled || nowMs - one.changedAtMs < limits.settleMs)) return nothing;
    const descriptor = held.held(one.file.id) ?? held.open(one.file.id, one.file.path);
    if (descriptor === undefined) return lose(one);
    const facts = disk.facts(descriptor);
    // Replaced between the look and the opening.
    if (!isFileOf(one, facts)) return meetStranger(one, facts);
    if (!isSame) one.changedAtMs = nowMs;
    one.isSettled = isSame && nowMs - one.changedAtMs >= limits.settleMs;
    return read(one, descriptor, facts);
  }

  function read(one: Followed, descriptor: number, facts: Look): Visit {
    const { lines, restarted, readBytes, hasMore } = readOn(one, { disk, descriptor, facts }, limits.chunkBytes);
    desk.fine(one.file.path);
    const { file, generation } = one;
    one.seen = facts;
    one.hasMore = hasMore;
    if (restarted !== undefined) tell({ kind: "restarted", file, generation, reason: restarted });
    if (lines.length > 0) tell({ kind: "lines", file, generation, lines });
    return { readBytes, hasMore };
  }

  /** Another inode stands under its name: it moved away, or a rewritten copy goes on where it stood, or it is read anew. */
  function meetStranger(one: Followed, look: Look): Visit {
    readToEnd(one);
    const { file } = one;
    const other = table.of(look);
    if (other !== undefined && other !== one && hasMovedTo(other, file.path)) {
      displace(one);
      move(other, file);
      return visit(other);
    }
    const old = held.held(one.file.id);
    if (old !== undefined && disk.facts(old).links > 0) return displace(one);
    if (old === undefined && isDoubtful(one)) return nothing;
    return succeed(one);
  }

  /** Whoever took its inode along will be met first: only then is what stands here its successor. */
  function isDoubtful(one: Followed): boolean {
    const nowMs = clock.monotonicMs();
    one.doubtedSinceMs ??= nowMs;
    one.changedAtMs = nowMs;
    return nowMs - one.doubtedSinceMs < limits.settleMs;
  }

  function displace(one: Followed): Visit {
    table.vacate(one);
    desk.vacated(one.file.path);
    return lose(one);
  }

  function succeed(one: Followed): Visit {
    const descriptor = held.open(one.file.id, one.file.path);
    if (descriptor === undefined) return lose(one);
    const facts = disk.facts(descriptor);
    const isAppended = continues(one, { disk, descriptor, facts });
    one.missingSinceMs = undefined;
    one.doubtedSinceMs = undefined;
    one.changedAtMs = clock.monotonicMs();
    one.isSettled = false;
    one.searched = undefined;
    // The check inside tells a replaced file by its inode, so it is renumbered before only when it goes on.
    if (isAppended) table.renumber(one, facts);
    const seen = read(one, descriptor, facts);
    if (!isAppended) table.renumber(one, facts);
    return seen;
  }

  /** What a file got before it was replaced or removed can still be read while it is held open. */
  function readToEnd(one: Followed): void {
    const descriptor = held.held(one.file.id);
    if (descriptor === undefined) return;
    for (;;) {
      const facts = disk.facts(descriptor);
      const isDone = one.missingSinceMs !== undefined && isUnchanged(one, facts) && !one.hasMore;
      if (isDone || !read(one, descriptor, facts).hasMore) return;
    }
  }

  function lose(one: Followed): Visit {
    readToEnd(one);
    const nowMs = clock.monotonicMs();
    one.missingSinceMs ??= nowMs;
    one.hasMore = false;
    if (isAway(one.file.home)) {
      held.release(one.file.id);
      one.missingSinceMs = nowMs;
    } else if (nowMs - one.missingSinceMs >= limits.missingMs) forget(one);
    return nothing;
  }

  function forget(one: Followed): void {
    one.isForgotten = true;
    table.remove(one);
    held.release(one.file.id);
    tell({ kind: "gone", file: one.file });
  }

  /** `path` has its inode: did it move there, or was its number given to another file? */
  function hasMovedTo(one: Followed, path: string): boolean {
    if (!isElsewhere(one)) return false;
    // The number of a file that is held open is not given to another.
    // And a file that nothing was told of cannot be known again, which does no harm.
    return held.held(one.file.id) !== undefined || (one.offset > 0 && isSameContent(one, path));
  }

  function isElsewhere(one: Followed): boolean {
    try {
      const now = disk.look(one.file.path);
      return now === undefined || !isFileOf(one, now);
    } catch (error) {
      desk.trouble(one.file.path, error);
      return true;
    }
  }

  function move(one: Followed, to: Omit<TailedFile, "id">): void {
    const from = one.file.path;
    table.rename(one, { ...to, id: one.file.id });
    one.missingSinceMs = undefined;
    one.isSettled = false;
    one.changedAtMs = clock.monotonicMs();
    tell({ kind: "moved", file: one.file, from });
    desk.vacated(from);
  }

  function meet(file: Omit<TailedFile, "id">, start: Start): Followed | undefined {
    const known = table.at(file.path);
    if (known !== undefined) return known;
    try {
      const look = disk.look(file.path);
      return look?.kind === "file" ? meetNew(file, look, start) : undefined;
    } catch (error) {
      desk.trouble(file.path, error);
      return undefined;
    }
  }

  function meetNew(file: Omit<TailedFile, "id">, look: Look, start: Start): Followed | undefined {
    const other = table.of(look);
    if (other !== undefined) {
      // Two names of one file: it is followed by the first.
      if (!isElsewhere(other)) return undefined;
      if (hasMovedTo(other, file.path)) {
        move(other, file);
        return other;
      }
      table.disown(other);
    }
    lastId += 1;
    const one = followed({ ...file, id: lastId }, look, clock.monotonicMs());
    const descriptor = start === "beginning" ? undefined : held.open(lastId, file.path);
    const restarted =
      descriptor === undefined
        ? undefined
        : startFollowing(one, { disk, descriptor, facts: disk.facts(descriptor), nowMs: clock.nowMs() }, start);
    table.add(one);
    if (start !== "beginning" && table.sort(one, clock.monotonicMs())) held.release(lastId);
    tell({ kind: "found", file: one.file, sizeBytes: look.sizeBytes, modifiedMs: look.modifiedMs });
    const { generation } = one;
    if (restarted !== undefined) tell({ kind: "restarted", file: one.file, generation, reason: restarted });
    desk.fine(file.path);
    return one;
  }

  function isSameContent(one: Followed, path: string): boolean {
    const descriptor = disk.open(path);
    if (descriptor === undefined) return false;
    try {
      return continues(one, { disk, descriptor, facts: disk.facts(descriptor) });
    } finally {
      disk.close(descriptor);
    }
  }

  return { meet, at: table.at, visit, due: table.due, all: table.all, close: held.close };
}

function isShut(error: unknown): boolean {
  const code = systemCode(error);
  return code === "EACCES" || code === "EPERM";
}
