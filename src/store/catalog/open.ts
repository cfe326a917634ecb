// Clew's own folders -> the catalog of all logs, or why there is none; loads its code only then, and nothing is thrown for want of one.
import type { Discovered } from "../discover.ts";
import type { Digest } from "../../graph/index.ts";
import type { CoveredFile } from "./covered-file.ts";
import type { FileMemory } from "./file-memory.ts";
import type { KnownSession } from "./file-row.ts";
import type { CatalogHit, CatalogQuery } from "./hits.ts";
import type { LogWords } from "./log-words.ts";
import type { CatalogStatus, StatusQuestion } from "./status.ts";
import type { UpdateOptions, UpdateReport } from "./update.ts";

export type CatalogPlace = { readonly cacheDir: string; readonly dataDir: string; readonly nowMs: number };

/** Paths are those with links resolved. Whatever reads sees one state of the catalog until the next update. */
export type Catalog = {
  /** What discovery would find there, more quickly; undefined when folders have changed, or it was never asked for these. */
  readonly discover: (homes: readonly string[]) => Discovered | undefined;
  /** One process writes at a time; while another one does, this only says what is not covered. */
  readonly update: (discovered: Discovered, options?: UpdateOptions) => Promise<UpdateReport>;
  readonly hits: (query: CatalogQuery) => Iterable<CatalogHit>;
  readonly files: () => { readonly size: number; readonly get: (path: string) => CoveredFile | undefined };
  readonly covered: (path: string) => number;
  /** How many lines of a file are too long to be read, where there are such. */
  readonly longLines: () => ReadonlyMap<string, number>;
  readonly sessions: () => ReadonlyMap<string, KnownSession>;
  readonly words: (path: string) => LogWords | undefined;
  /** Of the covered bytes of a session or agent. */
  readonly digest: (path: string) => Digest | undefined;
  readonly digests: () => Iterable<CoveredFile & { readonly digest: Digest }>;
  /** What logs tell of files: kept beside the rest, and not brought up to date by `update`. */
  readonly fileMemory: FileMemory;
  readonly status: (question?: StatusQuestion) => CatalogStatus;
  /** Forgets what it covers in these homes, and keeps nothing of it; false when another process is writing. */
  readonly forget: (homes: readonly string[]) => boolean;
  readonly close: () => void;
};

export type Unavailable = {
  readonly unavailable: string;
  /** Asking again does not help: this Node has no SQLite. */
  readonly isForGood?: true;
};

export async function openCatalog(place: CatalogPlace): Promise<Catalog | Unavailable> {
  const { catalogAt } = await import("./catalog.ts");
  return catalogAt(place);
}

/** Deletes the index, whatever its state. The ledger of deleted sessions stays. */
export async function dropCatalog(place: CatalogPlace): Promise<"dropped" | Unavailable> {
  const { dropAt } = await import("./catalog.ts");
  return dropAt(place);
}

/** The index failed while it was read: what it would have said is found by scanning. */
export class CatalogFailure extends Error {}
