// Homes -> the files in them and the index, brought up to date with them on the way; without an index the files alone, and why.
import {
  type Catalog,
  CatalogFailure,
  type CatalogPlace,
  type Discovered,
  discover,
  openCatalog,
} from "../store/index.ts";
import type { Io } from "./io.ts";

/** What changed since the last time is indexed on the way; a first index, which takes its time, is not. */
export const onTheWayBytes = 32 * 1024 * 1024;

export const indexPlace = ({ cacheDir, dataDir, nowMs }: Io): CatalogPlace => ({ cacheDir, dataDir, nowMs });

/** Whoever opens it closes its catalog. */
export type IndexedHomes = {
  readonly homes: readonly string[];
  readonly found: Discovered;
  readonly catalog: Catalog | undefined;
  /** Why there is no index, when one was asked for. */
  readonly problem: string | undefined;
  /** So much that it was not indexed on the way, and nobody else is at it. */
  readonly leftBytes: number;
};

export function withoutIndex(homes: readonly string[], problem?: string): IndexedHomes {
  return { homes, found: discover(homes), catalog: undefined, problem, leftBytes: 0 };
}

export async function openIndex(io: Io, homes: readonly string[]): Promise<IndexedHomes> {
  return await updateIndex(await openIndexAsIs(io, homes));
}

/** As it was left: whoever finds the answer there needs no more. */
export async function openIndexAsIs(io: Io, homes: readonly string[]): Promise<IndexedHomes> {
  const catalog = await openCatalog(indexPlace(io));
  if ("unavailable" in catalog) return withoutIndex(homes, catalog.unavailable);
  try {
    const found = catalog.discover(homes) ?? discover(homes);
    return { homes, found, catalog, problem: undefined, leftBytes: 0 };
  } catch (error) {
    return withoutFailed(error, { homes, catalog });
  }
}

/** The index that was opened is closed where it fails. */
export async function updateIndex(opened: IndexedHomes): Promise<IndexedHomes> {
  const { homes, found, catalog } = opened;
  if (catalog === undefined) return opened;
  try {
    const { pendingBytes, isWriter } = await catalog.update(found, { maxBytes: onTheWayBytes, homes, reach: "homes" });
    return { ...opened, leftBytes: isWriter && pendingBytes > onTheWayBytes ? pendingBytes : 0 };
  } catch (error) {
    return withoutFailed(error, { homes, catalog });
  }
}

type Failed = { readonly homes: readonly string[]; readonly catalog: Catalog };

function withoutFailed(error: unknown, { homes, catalog }: Failed): IndexedHomes {
  catalog.close();
  if (!(error instanceof CatalogFailure)) throw error;
  return withoutIndex(homes, error.message);
}
