// A file met for the first time and where to start -> its place for the first read, or why its cursor no longer fits; tells nothing.
import { type Followed, restart } from "./followed.ts";
import { printsAt } from "./print.ts";
import { type OpenFile, continues } from "./read-on.ts";
import type { RestartReason, Start } from "./tail-event.ts";

/** Longer than any clock of files is coarse. */
const surelyPastMs = 5000;

/** `nowMs`: the time of day, as files have it. */
export type OpenNow = OpenFile & { readonly nowMs: number };

export function startFollowing(one: Followed, open: OpenNow, start: Start): RestartReason | undefined {
  const { disk, descriptor, facts } = open;
  if (start === "beginning") return undefined;
  if (start === "end") {
    one.offset = facts.sizeBytes;
    one.prints = printsAt(disk, descriptor, one.offset);
    one.lineNumber = one.offset === 0 ? 1 : undefined;
    return rest(one, open);
  }
  one.generation = start.generation;
  one.offset = start.offset;
  one.lineNumber = start.lineNumber;
  one.prints = { head: start.head, before: start.before };
  const isSame = continues(one, open);
  if (isSame && facts.sizeBytes === one.offset) return rest(one, open);
  if (isSame) return undefined;
  const isSameFile = facts.inode === start.inode && facts.device === start.device;
  const reason = !isSameFile ? "replaced" : facts.sizeBytes < start.offset ? "truncated" : "overwritten";
  restart(one);
  return reason;
}

/** All of it is known: it is as old as its last change, so that thousands of old files do not start among the busy ones. */
function rest(one: Followed, { facts, nowMs }: OpenNow): undefined {
  const quietMs = Math.max(0, nowMs - facts.modifiedMs);
  one.seen = facts;
  one.changedAtMs -= quietMs;
  one.isSettled = quietMs > surelyPastMs;
}
