// The files that are followed, by path and by inode, and in rings by how long they have been quiet; looks at no file itself.
import type { Look } from "../live-disk.ts";
import type { Followed } from "./followed.ts";
import type { TailLimits } from "./limits.ts";
import { type Ring, ring } from "./ring.ts";
import type { TailedFile } from "./tail-event.ts";

export type FileTable = {
  readonly at: (path: string) => Followed | undefined;
  readonly of: (look: Look) => Followed | undefined;
  readonly add: (one: Followed) => void;
  readonly remove: (one: Followed) => void;
  /** Its path is another file's now; it may turn up elsewhere. */
  readonly vacate: (one: Followed) => void;
  /** Its inode is another file's now. */
  readonly disown: (one: Followed) => void;
  readonly rename: (one: Followed, file: TailedFile) => void;
  readonly renumber: (one: Followed, look: Look) => void;
  readonly all: () => readonly Followed[];
  /** Puts it where it belongs by its quiet time; true when it has just become a quiet one. */
  readonly sort: (one: Followed, nowMs: number) => boolean;
  /** Whose turn it is in this beat. */
  readonly due: () => readonly Followed[];
};

export function fileTable(limits: TailLimits): FileTable {
  const byPath = new Map<string, Followed>();
  const byInode = new Map<string, Followed>();
  const [hot, warm, cold]: readonly [Ring<Followed>, Ring<Followed>, Ring<Followed>] = [ring(), ring(), ring()];
  const rings = [hot, warm, cold];
  const keyOf = ({ device, inode }: Pick<Look, "device" | "inode">): string => `${device}:${inode}`;

  function disown(one: Followed): void {
    if (byInode.get(keyOf(one)) === one) byInode.delete(keyOf(one));
  }

  function put(one: Followed, into: Ring<Followed>): void {
    for (const other of rings) if (other !== into) other.remove(one);
    into.add(one);
  }

  function vacate(one: Followed): void {
    if (byPath.get(one.file.path) === one) byPath.delete(one.file.path);
  }

  const share = (from: Ring<Followed>, everyMs: number): number => Math.ceil((from.size() * limits.beatMs) / everyMs);

  return {
    at: (path) => byPath.get(path),
    of: (look) => byInode.get(keyOf(look)),
    add(one) {
      byPath.set(one.file.path, one);
      byInode.set(keyOf(one), one);
      hot.add(one);
    },
    remove(one) {
      vacate(one);
      disown(one);
      for (const each of rings) each.remove(one);
    },
    vacate,
    disown,
    rename(one, file) {
      vacate(one);
      one.file = file;
      byPath.set(file.path, one);
    },
    renumber(one, { device, inode }) {
      disown(one);
      one.device = device;
      one.inode = inode;
      byInode.set(keyOf(one), one);
    },
    all: () => rings.flatMap((each) => each.all()),
    sort(one, nowMs) {
      const quietMs = nowMs - one.changedAtMs;
      // What is missing may turn up at any moment.
      const isBusy = quietMs < limits.warmAfterMs || one.missingSinceMs !== undefined || one.hasMore;
      put(one, isBusy ? hot : quietMs < limits.coldAfterMs ? warm : cold);
      return !isBusy;
    },
    due: () => [
      ...hot.all(),
      ...warm.next(share(warm, limits.warmEveryMs)),
      ...cold.next(share(cold, limits.coldEveryMs)),
    ],
  };
}
