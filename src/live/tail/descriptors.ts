// Paths of busy files -> open descriptors, a bounded number of them; what is held open can be read to its end after it was replaced.
import { systemCode } from "../../store/index.ts";
import type { LiveDisk } from "../live-disk.ts";

export type Descriptors = {
  /** Undefined when there is nothing under that path. */
  readonly open: (id: number, path: string) => number | undefined;
  readonly held: (id: number) => number | undefined;
  readonly release: (id: number) => void;
  readonly close: () => void;
};

export function descriptors(disk: LiveDisk, most: number): Descriptors {
  /** In the order of their last use. */
  const open = new Map<number, number>();

  function release(id: number): void {
    const descriptor = open.get(id);
    if (descriptor === undefined) return;
    open.delete(id);
    disk.close(descriptor);
  }

  function releaseOldest(count: number): void {
    for (const id of [...open.keys()].slice(0, count)) release(id);
  }

  function openAnyway(path: string): number | undefined {
    try {
      return disk.open(path);
    } catch (error) {
      const code = systemCode(error);
      if ((code !== "EMFILE" && code !== "ENFILE") || open.size === 0) throw error;
      releaseOldest(Math.ceil(open.size / 2));
      return disk.open(path);
    }
  }

  return {
    open(id, path) {
      release(id);
      const descriptor = openAnyway(path);
      if (descriptor === undefined) return undefined;
      if (open.size >= most) releaseOldest(open.size - most + 1);
      open.set(id, descriptor);
      return descriptor;
    },
    held(id) {
      const descriptor = open.get(id);
      if (descriptor === undefined) return undefined;
      open.delete(id);
      open.set(id, descriptor);
      return descriptor;
    },
    release,
    close: () => releaseOldest(open.size),
  };
}
