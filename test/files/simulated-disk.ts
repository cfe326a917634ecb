// Changes of simulated files -> what each file was at any moment; also remembers which changes no log saw.

export type DiskChange = {
  readonly timeMs: number;
  readonly bytes: Buffer | undefined;
  readonly isLogged: boolean;
};

export type SimulatedDisk = {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  readonly read: (path: string) => Buffer | undefined;
  readonly change: (path: string, bytes: Buffer | undefined, seen: "logged" | "unlogged") => void;
  readonly paths: () => readonly string[];
  readonly changes: (path: string) => readonly DiskChange[];
  readonly at: (path: string, timeMs: number) => Buffer | undefined;
  /** Whether something outside changed the file after `fromMs` and not after `toMs`. */
  readonly isDisturbed: (path: string, fromMs: number, toMs: number) => boolean;
};

export function simulatedDisk(startMs: number): SimulatedDisk {
  const files = new Map<string, DiskChange[]>();
  let nowMs = startMs;
  const changes = (path: string): readonly DiskChange[] => files.get(path) ?? [];
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
    read: (path) => changes(path).at(-1)?.bytes,
    change(path, bytes, seen) {
      const list = files.get(path) ?? [];
      files.set(path, list);
      list.push({ timeMs: nowMs, bytes, isLogged: seen === "logged" });
    },
    paths: () => [...files.keys()].filter((path) => changes(path).at(-1)?.bytes !== undefined),
    changes,
    at: (path, timeMs) => changes(path).findLast((change) => change.timeMs <= timeMs)?.bytes,
    isDisturbed: (path, fromMs, toMs) =>
      changes(path).some((change) => !change.isLogged && change.timeMs > fromMs && change.timeMs <= toMs),
  };
}
