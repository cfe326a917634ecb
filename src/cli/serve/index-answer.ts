// The homes of this moment -> the index brought up to date with them, told as it goes; without one, why there is none.
import type { Progress } from "../../serve/index.ts";
import { CatalogFailure, discover, openCatalog } from "../../store/index.ts";
import type { LaneSettings } from "./lane-io.ts";

export async function updateIndex(settings: LaneSettings, nowMs: number, onProgress: Progress): Promise<string> {
  const { homes, cacheDir, dataDir } = settings;
  const catalog = await openCatalog({ cacheDir, dataDir, nowMs });
  if ("unavailable" in catalog) return JSON.stringify(catalog);
  try {
    const found = discover(homes);
    const { pendingBytes, indexedBytes } = await catalog.update(found, { homes, onProgress, reach: "homes" });
    return JSON.stringify({ pendingBytes, indexedBytes });
  } catch (error) {
    if (!(error instanceof CatalogFailure)) throw error;
    return JSON.stringify({ unavailable: error.message });
  } finally {
    catalog.close();
  }
}
