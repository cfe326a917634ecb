// A disk that works -> one whose Nth call fails in a chosen way; and what must hold after any such failure.
import { type CleanUp, type Disk, type World, cleanUp, readLineage } from "../../src/store/index.ts";
import { type ScratchHome, filesBelow } from "./rewrite-home.ts";

export const faults = [
  "ENOSPC",
  "EIO",
  "EMFILE",
  "short-write",
  "sync-error",
  "full-from-here",
  "dead-from-here",
] as const;
export type Fault = (typeof faults)[number];

const failure = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

const taking: ReadonlySet<string> = new Set(["write", "makeFolder", "link", "rename"]);
const opening: ReadonlySet<string> = new Set(["open", "list"]);

export type FaultyDisk = { readonly disk: Disk; readonly calls: () => number; readonly hasFailed: () => boolean };

/** Counts only the calls that this kind of fault can meet. What is written need not outlive the machine here. */
export function faultyDisk(real: Disk, fault: Fault | undefined, at: number): FaultyDisk {
  let calls = 0;
  let failed = false;

  function meets(name: string): boolean {
    switch (fault) {
      case "ENOSPC":
      case "full-from-here":
        return taking.has(name);
      case "EMFILE":
        return opening.has(name);
      case "short-write":
        return name === "write";
      case "sync-error":
        return name === "sync";
      case "EIO":
      case "dead-from-here":
      case undefined:
        return true;
    }
  }

  /** The error of this call, if it is to fail. */
  function pass(name: string): void {
    if (!meets(name)) return;
    calls += 1;
    const isLasting = fault === "full-from-here" || fault === "dead-from-here";
    if (fault === undefined || fault === "short-write" || (isLasting ? calls < at : calls !== at)) return;
    failed = true;
    throw failure(fault === "full-from-here" ? "ENOSPC" : fault === "sync-error" ? "EIO" : codeOf(fault));
  }

  const wrapped =
    <A extends readonly unknown[], R>(name: string, work: (...args: A) => R) =>
    (...args: A): R => {
      // A process that has died frees what it had open.
      if (name !== "close") pass(name);
      return work(...args);
    };

  const disk: Disk = {
    open: wrapped("open", real.open),
    close: wrapped("close", real.close),
    read: wrapped("read", real.read),
    write(descriptor, bytes) {
      pass("write");
      if (fault !== "short-write" || calls !== at || bytes.length < 2) return real.write(descriptor, bytes);
      failed = true;
      return real.write(descriptor, bytes.subarray(0, bytes.length >> 1));
    },
    sync: wrapped("sync", () => undefined),
    facts: wrapped("facts", real.facts),
    look: wrapped("look", real.look),
    list: wrapped("list", real.list),
    realPath: wrapped("realPath", real.realPath),
    makeFolder: wrapped("makeFolder", real.makeFolder),
    link: wrapped("link", real.link),
    rename: wrapped("rename", real.rename),
    remove: wrapped("remove", real.remove),
    removeFolder: wrapped("removeFolder", real.removeFolder),
    setModified: wrapped("setModified", real.setModified),
    setMode: wrapped("setMode", real.setMode),
    freeBytes: wrapped("freeBytes", real.freeBytes),
  };
  return { disk, calls: () => calls, hasFailed: () => failed };
}

const codeOf = (fault: Fault): string => (fault === "dead-from-here" ? "EIO" : fault);

/** As the next run sees it, an hour later, when the one before is no more. */
export function nextRun(world: World, real: Disk): World {
  const { processes } = world;
  const disk = { ...real, sync: () => undefined };
  const nowMs = (): number => Date.now() + 3_600_000;
  return { ...world, disk, nowMs, processes: { ...processes, running: () => undefined } };
}

export type Aftermath = {
  readonly home: Readonly<Record<string, string>>;
  readonly cleaned: CleanUp;
  /** Files that no operation leaves behind on purpose. */
  readonly leftovers: readonly string[];
  readonly operations: readonly string[];
};

export function aftermath({ home, root }: ScratchHome, world: World): Aftermath {
  const cleaned = cleanUp(world);
  const leftovers = Object.keys(filesBelow(root)).filter((path) => /\.tmp|^data\/(intents|locks)\//.test(path));
  return { home: filesBelow(home), cleaned, leftovers, operations: readLineage(world).map(({ command }) => command) };
}

/** What the work threw. */
export function failureOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
