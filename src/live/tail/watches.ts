// Folders -> hints that something happened in them, from a bounded number of the system's watches; a hint that never comes loses nothing.
import { systemCode } from "../../store/index.ts";
import type { LiveDisk } from "../live-disk.ts";

export type Watches = {
  readonly add: (path: string, onHint: (name: string | undefined) => void) => void;
  readonly remove: (path: string) => void;
  readonly size: () => number;
  readonly close: () => void;
};

/** What the system answers when it gives no more watches. */
const exhausted: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOSPC", "ENOMEM"]);

export function watches(disk: LiveDisk, most: number, onLimited: (code: string) => void): Watches {
  const open = new Map<string, () => void>();
  let isLimited = false;

  function limited(code: string): void {
    if (isLimited) return;
    isLimited = true;
    onLimited(code);
  }

  function remove(path: string): void {
    const end = open.get(path);
    open.delete(path);
    end?.();
  }

  return {
    add(path, onHint) {
      if (isLimited || open.size >= most || open.has(path)) return;
      const onFailure = (code: string): void => {
        remove(path);
        if (exhausted.has(code)) limited(code);
      };
      try {
        open.set(path, disk.watch(path, { onHint, onFailure }));
      } catch (error) {
        const code = systemCode(error);
        if (code === undefined) throw error;
        // A folder that is gone or closed to us is found out by looking at it.
        if (exhausted.has(code)) limited(code);
      }
    },
    remove,
    size: () => open.size,
    close() {
      for (const path of open.keys()) remove(path);
    },
  };
}
