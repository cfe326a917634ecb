// A session's file -> its row for the list: whole where the index or a short read tells it, else brief; kept until the file changes.
import type { Digest } from "../../graph/index.ts";
import { isUuid } from "../../format/index.ts";
import {
  type Catalog,
  CatalogFailure,
  type IsKept,
  type SessionFile,
  WorldError,
  peekLog,
  scanLog,
} from "../../store/index.ts";
import { type MadeBy, type SessionRow, sessionRow } from "../../view/index.ts";
import { readBrief } from "./brief.ts";
import { type ForkTable, forkTable } from "./fork-table.ts";

export type ListedRow = {
  /** Called by its file's name, as everything here: several files may hold the same id. */
  readonly row: SessionRow;
  readonly isBrief: boolean;
  /** The id that titles of clew's own go by. */
  readonly titledAs: string;
};

export type RowFacts = {
  readonly agents: number;
  readonly expiresMs: number;
  /** The session that it repeats, where its own entries do not say. */
  readonly forkedFrom: string | undefined;
  /** What clew itself did, by the id that titles go by. */
  readonly makings: ReadonlyMap<string, MadeBy>;
  readonly isKept: IsKept;
  readonly nowMs: number;
};

export type RowTable = {
  /** Undefined for what went away, or has no line. */
  readonly of: (file: SessionFile, facts: RowFacts) => ListedRow | undefined;
  /** The newest time that a file's row can have: by the index, else by the file, which is written to after its last line. */
  readonly latest: () => (file: SessionFile) => number;
  /** `indexed`: the list is to come at once, and only what the index knows is compared. */
  readonly forks: (files: readonly SessionFile[], reach: "indexed" | "all") => ForkTable;
  /** From now on what the index knows is read from this one. */
  readonly use: (catalog: Catalog | undefined) => void;
};

/** So much behind what the index covers is read on the way. */
const onTheWayBytes = 2 * 1024 * 1024;
const mostKept = 20_000;

type Known = {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly digest: Digest;
  readonly isBrief: boolean;
};

export function rowTable(): RowTable {
  const kept = new Map<string, Known>();
  let catalog: Catalog | undefined;

  function knownOf(file: SessionFile): Known | undefined {
    const before = kept.get(file.realPath);
    const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs;
    if (before !== undefined && isSame && !before.isBrief) return before;
    const found = wholeOf(file) ?? (isSame ? before : briefOf(file));
    if (kept.size >= mostKept) kept.clear();
    if (found !== undefined) kept.set(file.realPath, found);
    return found;
  }

  /** By the index, and what was written since. */
  function wholeOf(file: SessionFile): Known | undefined {
    const { sizeBytes, modifiedMs, path, realPath } = file;
    const indexed = digestIn(realPath);
    if (indexed === undefined || indexed.bytes > sizeBytes || sizeBytes - indexed.bytes > onTheWayBytes)
      return undefined;
    const digest = indexed.bytes === sizeBytes ? indexed : ifThere(() => scanLog(path, { from: indexed }));
    return digest && { sizeBytes, modifiedMs, digest, isBrief: false };
  }

  const digestIn = (realPath: string): Digest | undefined => ifIndexed((index) => index.digest(realPath));

  function ifIndexed<T>(read: (index: Catalog) => T): T | undefined {
    try {
      return catalog && read(catalog);
    } catch (error) {
      if (!(error instanceof CatalogFailure)) throw error;
      catalog = undefined;
      return undefined;
    }
  }

  const beginnings = new Map<string, string | undefined>();

  /** Logs grow at their end: how one begins is looked at once. */
  function beginningOf({ realPath, path }: SessionFile): string | undefined {
    if (!beginnings.has(realPath)) beginnings.set(realPath, ifThere(() => peekLog(path))?.firstUuid);
    return beginnings.get(realPath);
  }

  return {
    forks(files, reach) {
      const sessions = ifIndexed((index) => index.sessions());
      const isLookedAt = reach === "all" || sessions === undefined;
      return forkTable(files, {
        firstUuid: (file) =>
          sessions?.get(file.realPath)?.words.firstUuid ?? (isLookedAt ? beginningOf(file) : undefined),
        digest(file) {
          const known = knownOf(file);
          return known === undefined || known.isBrief ? undefined : known.digest;
        },
      });
    },
    of(file, { agents, expiresMs, forkedFrom, makings, isKept, nowMs }) {
      const known = knownOf(file);
      if (known === undefined || known.digest.lines === 0) return undefined;
      const { digest, isBrief } = known;
      const titledAs = isUuid(file.stem) ? file.stem : (digest.sessionId ?? file.stem);
      const { path, sizeBytes, modifiedMs } = file;
      const facts = {
        id: file.stem,
        path,
        sizeBytes,
        modifiedMs,
        agents,
        forkedFrom,
        madeBy: makings.get(titledAs.toLowerCase()),
        isKept: isKept(titledAs.toLowerCase(), file),
        isDeleted: false,
        expiresMs,
        nowMs,
      };
      return { row: sessionRow(digest, facts), isBrief, titledAs };
    },
    latest() {
      const sessions = ifIndexed((index) => index.sessions());
      return ({ realPath, sizeBytes, modifiedMs }) => {
        const { covered = 0, newestSeconds } = sessions?.get(realPath) ?? {};
        return newestSeconds === undefined || covered < sizeBytes ? modifiedMs : newestSeconds * 1000 + 999;
      };
    },
    use(next) {
      catalog = next;
    },
  };
}

function briefOf({ path, sizeBytes, modifiedMs }: SessionFile): Known | undefined {
  const brief = ifThere(() => readBrief(path));
  return brief && { sizeBytes, modifiedMs, digest: brief.digest, isBrief: !brief.isWhole };
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}
