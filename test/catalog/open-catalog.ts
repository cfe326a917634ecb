// A home and a cache folder -> the catalog there, open or brought up to date; fails the test when there is none.
import { join } from "node:path";
import { type Catalog, type UpdateReport, discover, openCatalog } from "../../src/store/index.ts";

export type Where = { readonly home: string; readonly cacheDir: string; readonly nowMs: number };

export async function opened({ cacheDir, nowMs }: Omit<Where, "home">): Promise<Catalog> {
  const catalog = await openCatalog({ cacheDir, dataDir: join(cacheDir, "data"), nowMs });
  if ("unavailable" in catalog) throw new Error(catalog.unavailable);
  return catalog;
}

export async function updated(where: Where): Promise<UpdateReport> {
  const catalog = await opened(where);
  try {
    return await catalog.update(discover([where.home]));
  } finally {
    catalog.close();
  }
}
